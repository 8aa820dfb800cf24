"""Draws pictures as text, for terminals and chats: as many columns as there are, and no more lines than needed.

Reads pictures; returns lines. Maps are drawn at their coordinates, with what stands in a place abbreviated below its name
and a key at the end; tracks show the fields where somebody stands.
"""

from collections.abc import Iterable, Iterator, Sequence

import attrs

from rulespec.drawing.picture import Box, Entry, Picture, Spot, owner_entry

WIDTH = 100
MAP_ROWS = 18
FEW = 12
PILE = 6
"""Of more places than these a row says what stands there in short."""


def lines_of(pictures: Iterable[Picture], width: int = WIDTH) -> list[str]:
    """All panels, one below the other; short ones stand in one block without blank lines."""
    lines: list[str] = []
    pictures = list(pictures)
    held = {e for p in pictures if p.form == "hand" for box in p.boxes for e in box.entries}
    for picture in pictures:
        if picture.form == "board":  # what the viewer holds stands below
            boxes = tuple(
                attrs.evolve(b, entries=tuple(e for e in b.entries if not (e.items and _same(e, held))))
                for b in picture.boxes
            )
            picture = attrs.evolve(picture, boxes=boxes)
        lines += [line[:width].rstrip() for line in panel_lines(picture, width)]
    return lines


def _same(entry: Entry, held: set[Entry]) -> bool:
    return any(e.name == entry.name and e.items == entry.items for e in held)


def panel_lines(picture: Picture, width: int = WIDTH) -> list[str]:
    match picture.form:
        case "map":
            return [_headed(picture, width), *_map(picture, width)]
        case "grid":
            return [_headed(picture, width), *_grid(picture, width)]
        case "track":
            return _track(picture, width)
        case "row":
            return _row(picture, width)
        case _:
            return _boxes(picture, width)


def _headed(picture: Picture, width: int) -> str:
    return f"── {picture.title} ".ljust(width, "─")


# --- what stands in a place, in few letters ----------------------------------------------------------------------------


def short_names(pictures: Sequence[Picture]) -> dict[str, str]:
    """An abbreviation for each thing of a panel: the shortest beginning of its name that no other has, at least two letters."""
    labels = {
        e.name: e.label.split(",")[0] for p in pictures for s in p.spots for e in s.entries if e is not owner_entry(s)
    }
    found: dict[str, str] = {}
    for name, label in labels.items():
        letters = "".join(c for c in label if c.isalnum())
        others = set(found.values())
        short = next(
            (letters[:n].lower() for n in range(2, len(letters) + 1) if letters[:n].lower() not in others), name
        )
        found[name] = short
    return found


def _brief(entry: Entry, short: dict[str, str]) -> str:
    inside = ",".join(_initials(i.label) for i in entry.items)
    if entry.text.isdigit() or entry.text.startswith("−"):
        rest = entry.label.partition(",")[2].strip()
        return f"{short[entry.name]}{_initials(rest)}{entry.text}"
    return short[entry.name] + (f":{_initials(entry.text)}" if entry.text else "") + (f":{inside}" if inside else "")


def _initials(words: str) -> str:
    return "".join(word[:3] if len(words.split()) == 1 else word[:1] for word in words.split())


def _key(short: dict[str, str], picture: Picture, width: int) -> list[str]:
    labels = {e.name: e.label.split(",")[0] for s in picture.spots for e in s.entries if e.name in short}
    return _wrapped("   ", [f"{sign} {labels[name]}" for name, sign in short.items()], width) if short else []


# --- forms -------------------------------------------------------------------------------------------------------------


def _map(picture: Picture, width: int) -> list[str]:
    """Names at their coordinates, what stands there below them; who owns a place stands before its name."""
    short = short_names([picture])
    rows = min(MAP_ROWS, max(6, round(picture.size[1] * 0.45 * width / max(picture.size[0], 1))))
    canvas = [[" "] * width for _ in range(rows + 1)]
    for spot in sorted(picture.spots, key=lambda s: (s.y, s.x)):
        top, below = _place_lines(spot, short)
        wide = min(max(len(top), len(below)), width)
        x = min(max(round(spot.x * width / max(picture.size[0], 1)) - wide // 2, 0), width - wide)
        y = min(round(spot.y * (rows - 1) / max(picture.size[1], 1)), rows - 1)
        y = _free_row(canvas, x, y, wide, 2 if below else 1)
        for line, words in enumerate((top, below)):
            for i, letter in enumerate(words[: width - x]):
                canvas[y + line][x + i] = letter
    return [line for line in ("".join(row).rstrip() for row in canvas) if line] + _key(short, picture, width)


def _place_lines(spot: Spot, short: dict[str, str]) -> tuple[str, str]:
    owner = owner_entry(spot)
    told = [_brief(e, short) for e in spot.entries if e is not owner]
    name = f"{owner.text[:1]}·{spot.label}" if owner is not None else spot.label
    return name, " ".join(told)


def _free_row(canvas: list[list[str]], x: int, y: int, wide: int, high: int) -> int:
    """The row nearest to the wanted one where the words cover nothing."""
    last = len(canvas) - high
    for away in range(len(canvas)):
        for row in dict.fromkeys((y - away, y + away)):
            if 0 <= row <= last and all(
                cell == " " for line in canvas[row : row + high] for cell in line[max(x - 1, 0) : x + wide + 1]
            ):
                return row
    return max(0, min(y, last))


def _grid(picture: Picture, width: int) -> list[str]:
    """Rows of cells, with their signs at the edge where they are such as a1, else in the cells."""
    columns, rows = picture.size
    at = {(s.x, s.y): s for s in picture.spots}
    cells = {place: _cell(s, picture.alone) for place, s in at.items()}
    signed = all(s.label[1:].isdigit() and s.label[0].isalpha() for s in picture.spots)
    if not signed:
        cells = {place: f"{at[place].label}{f' {words}' if words != '.' else ''}" for place, words in cells.items()}
    wide = min(max(map(len, cells.values())), max(1, width // columns - 1))
    lines = []
    for y in range(rows):
        lead = f"{at[0, y].label[1:]:>4}  " if signed else "  "
        lines.append(lead + " ".join(cells.get((x, y), "")[:wide].ljust(wide) for x in range(columns)))
    if signed:
        lines.append("      " + " ".join(at[x, rows - 1].label[0].ljust(wide) for x in range(columns)))
    return lines


def _cell(spot: Spot, alone: bool) -> str:
    if not spot.entries:
        return "."
    if alone and len(spot.entries) == 1:
        entry = spot.entries[0]
        return (entry.text or entry.label)[:1] if entry.tone is not None else entry.text or entry.said
    return ", ".join(e.said for e in spot.entries)


def _row(picture: Picture, width: int) -> list[str]:
    """The places that hold something, and how many are empty."""
    short = short_names([picture]) if len(picture.spots) > FEW and not picture.alone else {}
    held = [s for s in picture.spots if any(not short or not e.printed for e in s.entries)]
    said = {s.value: " ".join(_brief(e, short) for e in s.entries) if short else
            ", ".join(_said(e, picture.alone) for e in s.entries) for s in held}  # fmt: skip
    told = [f"{s.label}: {said[s.value]}" for s in held]
    empty = [s.label for s in picture.spots if s not in held]
    if empty:
        told.append(f"({', '.join(empty)})" if len(empty) < 9 else f"({len(empty)} –)")
    return _wrapped(f"── {picture.title}: ", told, width) + (_key(short, picture, width) if held else [])


def _said(entry: Entry, alone: bool) -> str:
    if alone and (entry.text or entry.items):
        return entry.text or ", ".join(i.label for i in entry.items)
    return entry.said


def _track(picture: Picture, width: int) -> list[str]:
    """On one line: the first and last field and everyone in between."""
    on = {s.value: [e for e in s.entries if e.stands and not e.printed] for s in picture.spots}
    marked = [s for s in picture.spots if on[s.value]]
    several = len({e.name for entries in on.values() for e in entries}) > 1

    def who(entry: Entry) -> str:
        return f"{entry.label} {entry.text}".strip() if several or not entry.text else entry.text

    told = [
        f"{s.label} {', '.join(map(who, on[s.value]))}" if several or on[s.value][0].text else s.label for s in marked
    ]
    ends = f"{picture.spots[0].label}–{picture.spots[-1].label}"
    return _wrapped(f"── {picture.title} {ends}: ", told, width, "  ·  ")


def _boxes(picture: Picture, width: int) -> list[str]:
    lines: list[str] = []
    titled = any(box.title for box in picture.boxes)
    if titled:
        lines.append(_headed(picture, width))
    for box in picture.boxes:
        lead = f"   {box.title}: " if titled else f"── {picture.title}: "
        entries = [e for e in box.entries if not e.is_bare]
        lines += _wrapped(lead, [*(_listed(e, picture.form) for e in entries), *_parts(box)], width)
    return lines


def _listed(entry: Entry, form: str) -> str:
    """An entry of a list; of a long pile only how many lie there and the last ones."""
    if form == "hand" or len(entry.items) <= PILE:
        return entry.said
    return f"{entry.label} {len(entry.items)} (…, {', '.join(i.label for i in entry.items[-2:])})"


def _parts(box: Box) -> Iterator[str]:
    for part in box.parts:
        inside = ", ".join(e.said for e in part.entries)
        yield f"{part.title} ({inside})" if inside else part.title


def _wrapped(lead: str, parts: Sequence[str], width: int, between: str = " | ") -> list[str]:
    """Parts behind each other; a line that is full goes on below, indented."""
    lines = [lead]
    for i, part in enumerate(parts):
        piece = part if i == 0 else between + part
        if len(lines[-1]) + len(piece) > width and lines[-1].strip():
            lines.append("      " + part)
        else:
            lines[-1] += piece
        while len(lines[-1]) > width:
            cut = lines[-1].rfind(" ", 8, width)
            cut = cut if cut > 0 else width
            lines[-1], rest = lines[-1][:cut], lines[-1][cut:].strip()
            lines.append("      " + rest)
    return lines
