"""Draws grids, maps, rows and tracks as SVG that is readable in light and dark and escapes everything it shows.

Reads a `Picture`; returns SVG text, or nothing for boards and lists, which are text. Lines and words are in the colour of the
page around (`currentColor`); a place carries `data-kind` and `data-value`, what a move calls it, for pages that let people click.
"""

from collections.abc import Iterator, Sequence
from html import escape

from rulespec.drawing.colours import ROW
from rulespec.drawing.picture import Entry, Picture, Spot, owner_entry

LETTER = 6.3
"""About how wide a letter of the small size is."""
LINE = 14
PLATE = "var(--rs-plate, var(--md-default-bg-color, Canvas))"
STYLE = (
    "<style>.rs-fig text{{font:11px system-ui,sans-serif;fill:currentColor}}.rs-fig .rs-name{{font-weight:600}}"
    ".rs-fig .rs-big{{font-size:22px;font-weight:700}}.rs-fig .rs-dim{{opacity:.6;font-size:10px}}"
    ".rs-fig .rs-on{{fill:#fff;font-weight:700}}{more}</style>"
)
STANDALONE = ".rs-fig{color:#222;color-scheme:light dark}@media(prefers-color-scheme:dark){.rs-fig{color:#ddd}}"


def svg(picture: Picture, colours: Sequence[str] = ROW, *, width: int = 960, standalone: bool = False) -> str:
    """The drawing of a picture; `colours` are the players', `width` is that of a map."""
    if not picture.spots:
        return ""
    match picture.form:
        case "map":
            size, parts = _map(picture, colours, width)
        case "grid":
            size, parts = _grid(picture, colours)
        case "track":
            size, parts = _track(picture, colours)
        case _:
            size, parts = _row(picture, colours)
    w, h = (round(n) for n in size)
    title = escape(picture.title)
    style = STYLE.format(more=STANDALONE if standalone else "")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rs-fig rs-{picture.form}" viewBox="0 0 {w} {h}" width="{w}" '
        f'style="max-width:100%;height:auto" role="group" aria-label="{title}"><title>{title}</title>{style}{"".join(parts)}</svg>'
    )


def _spot(picture: Picture, spot: Spot, inside: str) -> str:
    said = "; ".join((spot.label, *(e.said for e in spot.entries)))
    return (
        f'<g class="rs-spot" data-kind="{escape(picture.kind)}" data-value="{escape(spot.value)}">'
        f"<title>{escape(said)}</title>{inside}</g>"
    )


def _colour(tone: int | None, colours: Sequence[str]) -> str:
    return "currentColor" if tone is None else colours[tone % len(colours)]


def _text(x: float, y: float, words: str, cls: str = "", anchor: str = "middle") -> str:
    named = f' class="{cls}"' if cls else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def _words(entry: Entry, alone: bool) -> str:
    if alone and (entry.text or entry.items) and not entry.stands:
        inside = ", ".join(i.label for i in entry.items)
        return entry.text or inside
    return entry.said


def _plate(x: float, y: float, w: float, h: float, colour: str, thick: float) -> str:
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{w:.0f}" height="{h:.0f}" rx="5" fill="{PLATE}" stroke="{colour}" '
        f'stroke-width="{thick}"/>'
    )


def _label_lines(picture: Picture, spot: Spot) -> list[tuple[str, int | None]]:
    owner = owner_entry(spot) if not picture.alone else None
    return [(_words(e, picture.alone), e.tone) for e in spot.entries if e is not owner]


def _box(
    spot: Spot, lines: list[tuple[str, int | None]], colours: Sequence[str], x: float, y: float, w: float, h: float
) -> str:
    """A plate with a name and lines below it; a dot says whose a line is."""
    colour = _colour(spot.tone, colours)
    parts = [
        _plate(x, y, w, h, colour, 1 if spot.tone is None else 2.5),
        _text(x + w / 2, y + 14, spot.label, "rs-name"),
    ]
    owner = owner_entry(spot)
    if owner is not None:  # not by colour alone
        parts.append(f'<circle cx="{x + 2:.0f}" cy="{y + 2:.0f}" r="8" fill="{colour}"/>')
        parts.append(_text(x + 2, y + 6, owner.text[:1], "rs-on"))
    for i, (words, tone) in enumerate(lines):
        at = y + 14 + (i + 1) * LINE
        half = len(words) * LETTER / 2
        if tone is not None:
            parts.append(
                f'<circle cx="{x + w / 2 - half - 3:.0f}" cy="{at - 4:.0f}" r="4" fill="{_colour(tone, colours)}"/>'
            )
        parts.append(_text(x + w / 2 + (4 if tone is not None else 0), at, words))
    return "".join(parts)


def _needed(label: str, lines: list[tuple[str, int | None]]) -> tuple[float, float]:
    longest = max([len(label) * 1.08, *(len(words) + (2 if tone is not None else 0) for words, tone in lines)])
    return longest * LETTER + 14, 22 + LINE * len(lines)


def _map(picture: Picture, colours: Sequence[str], width: int) -> tuple[tuple[float, float], list[str]]:
    """Plates at their coordinates, neighbours joined by lines."""
    (w, h), margin = picture.size, 60
    scale = (width - 2 * margin) / max(w, 1)
    at = [(margin + s.x * scale, margin / 2 + s.y * scale) for s in picture.spots]
    parts = [
        f'<line x1="{at[i][0]:.0f}" y1="{at[i][1]:.0f}" x2="{at[j][0]:.0f}" y2="{at[j][1]:.0f}" stroke="currentColor" '
        f'stroke-opacity=".35" stroke-width="1.5"/>'
        for i, j in picture.lines
    ]
    bottom = 0.0
    for spot, (x, y) in zip(picture.spots, at, strict=True):
        lines = _label_lines(picture, spot)
        bw, bh = _needed(spot.label, lines)
        left = min(max(x - bw / 2, 2), width - bw - 2)
        top = max(y - bh / 2, 2)
        bottom = max(bottom, top + bh)
        parts.append(_spot(picture, spot, _box(spot, lines, colours, left, top, bw, bh)))
    return (width, max(bottom + 4, h * scale + margin)), parts


def _row(picture: Picture, colours: Sequence[str]) -> tuple[tuple[float, float], list[str]]:
    """Plates side by side, so many to a line."""
    lines = [_label_lines(picture, spot) for spot in picture.spots]
    needed = [_needed(spot.label, told) for spot, told in zip(picture.spots, lines, strict=True)]
    bw = max(w for w, _ in needed)
    columns, rows = picture.size
    heights = [
        max([h for s, (_, h) in zip(picture.spots, needed, strict=True) if s.y == y] or [0.0]) for y in range(rows)
    ]
    tops = [sum(heights[:y]) + 6 * y + 2 for y in range(rows)]
    parts = [
        _spot(picture, spot, _box(spot, told, colours, 2 + spot.x * (bw + 6), tops[spot.y], bw, heights[spot.y]))
        for spot, told in zip(picture.spots, lines, strict=True)
    ]
    return (4 + columns * (bw + 6) - 6, tops[-1] + heights[-1] + 2), parts


def _track(picture: Picture, colours: Sequence[str]) -> tuple[tuple[float, float], list[str]]:
    """Numbered fields in a line; who stands there is a disc in the player's colour, anything else a diamond."""
    most = max([len(s.entries) for s in picture.spots] or [0])
    cell, deep = 38, 24 + 16 * max(1, -(-most // 2))
    columns, rows = picture.size
    parts = []
    for spot in picture.spots:
        x, y = 2 + spot.x * cell, 2 + spot.y * (deep + 4)
        inside = [_plate(x, y, cell, deep, "currentColor", 0.7), _text(x + cell / 2, y + 13, spot.label, "rs-dim")]
        for i, entry in enumerate(spot.entries):
            across = cell / 2 if len(spot.entries) == 1 else cell / 2 - 8 + 16 * (i % 2)
            inside.append(_token(entry, colours, x + across, y + 24 + 16 * (i // 2)))
        parts.append(_spot(picture, spot, "".join(inside)))
    return (4 + columns * cell, rows * (deep + 4) + 2), parts


def _token(entry: Entry, colours: Sequence[str], x: float, y: float) -> str:
    said = f"<title>{escape(entry.said)}</title>"
    if entry.tone is None:
        faint = 0.15 if entry.printed else 0.8
        sign = f'<path d="M{x:.0f} {y - 6:.0f}l6 6l-6 6l-6 -6z" fill="currentColor" fill-opacity="{faint}" stroke="currentColor"/>'
    else:
        sign = f'<circle cx="{x:.0f}" cy="{y:.0f}" r="7" fill="{_colour(entry.tone, colours)}"/>'
        sign += _text(x, y + 4, (entry.text or entry.label)[:1], "rs-on")
    return f"<g>{said}{sign}</g>"


def _grid(picture: Picture, colours: Sequence[str]) -> tuple[tuple[float, float], list[str]]:
    """Squares with what stands on them, called by their sign in the corner."""
    told = [_label_lines(picture, spot) for spot in picture.spots]
    longest = max([len(words) for lines in told for words, _ in lines] or [1])
    small = picture.alone and all(len(lines) < 2 for lines in told)
    cell = 58.0 if small else max(58.0, longest * LETTER + 18)
    columns, rows = picture.size
    parts = []
    for spot, lines in zip(picture.spots, told, strict=True):
        x, y = 2 + spot.x * cell, 2 + spot.y * cell
        shade = ' fill-opacity=".07"' if (spot.x + spot.y) % 2 else ' fill-opacity="0"'
        inside = f'<rect x="{x:.0f}" y="{y:.0f}" width="{cell:.0f}" height="{cell:.0f}" fill="currentColor"{shade} '
        inside += 'stroke="currentColor" stroke-opacity=".5"/>'
        inside += _text(x + 5, y + 12, spot.label, "rs-dim", "start")
        if small and lines:
            (words, tone) = lines[0]
            cx, cy = x + cell / 2, y + cell / 2 + 3
            if tone is not None:
                inside += f'<circle cx="{cx:.0f}" cy="{cy:.0f}" r="18" fill="{_colour(tone, colours)}"/>'
            inside += _text(
                cx, cy + 7, words[:1] if tone is not None else words, "rs-big rs-on" if tone is not None else "rs-name"
            )
        else:
            inside += "".join(_text(x + cell / 2, y + 26 + i * LINE, words) for i, (words, _) in enumerate(lines))
        parts.append(_spot(picture, spot, inside))
    return (4 + columns * cell, 4 + rows * cell), parts


def words_of(picture: Picture) -> Iterator[str]:
    """Boards, hands and lists line by line, for pages without drawings."""
    for box in picture.boxes:
        inside = "; ".join(e.said for e in box.entries)
        yield f"{box.title}: {inside}" if box.title else inside
        for part in box.parts:
            yield f"  {part.title}: {'; '.join(e.said for e in part.entries)}"
