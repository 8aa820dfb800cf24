"""The page of the course of play: which decision can follow which, as a drawing and as a table.

Reads a speaker's game and the pairs of codes that its automaton has (`Flow`); returns the lines of the page. The drawing
is SVG in the page itself: no script, no other file, readable on light and dark ground.
"""

from collections.abc import Mapping, Sequence

from rulespec.docs.markdown import code, escape, link, mark, table
from rulespec.docs.order import decisions, playing_order
from rulespec.docs.sentences.speaker import Speaker

Flow = Mapping[str, Sequence[str]]
"""Per decision the decisions that can come next; `start` is the beginning, `over` the end."""

START, OVER = "start", "over"
DRAWN = 60
"""How many arrows are drawn; of more the table alone tells."""
ROW, LEFT, ARC = 30, 330, 9


def flow_page(speaker: Speaker, flow: Flow) -> list[str]:
    words = speaker.grammar.words
    titles = {START: words["start"], OVER: words["over"]}
    order = [START]
    for rule in playing_order(speaker.game):
        for decision in decisions(rule):
            if decision.code in flow:
                titles[decision.code] = speaker.decision_title(decision)
                order.append(decision.code)
    order.append(OVER)
    lines = [f"# {words['graph']}", "", words["graph is"], ""]
    if sum(len(flow.get(name, ())) for name in order) <= DRAWN:
        lines += [*_drawing(order, titles, flow), ""]
    rows = []
    for name in order[:-1]:
        after = [_to(other, titles) for other in order if other in flow.get(name, ())]
        rows.append([mark(f"after.{name}") + _to(name, titles), "" if name == START else code(name), ", ".join(after)])
    return [*lines, *table([words["decision"], words["code"], words["followed by"]], rows)]


def _to(name: str, titles: Mapping[str, str]) -> str:
    text = escape(titles[name])
    return text if name in (START, OVER) else link(text, "rules.md", name)


def _drawing(order: Sequence[str], titles: Mapping[str, str], flow: Flow) -> list[str]:
    """One decision below the other; arcs lead down on the right and up on the left."""
    at = {name: ROW * number + ROW // 2 for number, name in enumerate(order)}
    longest = max(len(order) - 1, 1)
    width, right = LEFT * 2 + 320, LEFT + 320
    parts = []
    for name in order[:-1]:
        for other in order:
            if other not in flow.get(name, ()):
                continue
            y, to = at[name], at[other]
            reach = 24 + (abs(to - y) // ROW) * (LEFT - 40) // longest
            x, out = (right, right + reach) if to > y else (LEFT, LEFT - reach)
            if to == y:
                to = y + ARC
            parts.append(f'<path d="M{x} {y} C{out} {y} {out} {to} {x} {to}" marker-end="url(#arrow)"/>')
    nodes = []
    for name in order:
        nodes.append(
            f'<rect x="{LEFT}" y="{at[name] - 11}" width="320" height="22" rx="4"/>'
            f'<text x="{LEFT + 160}" y="{at[name] + 4}">{_shown(titles[name])}</text>'
        )
    height = ROW * len(order)
    head = (
        f'<svg class="flow" viewBox="0 0 {width} {height}" role="img" xmlns="http://www.w3.org/2000/svg"'
        ' style="max-width:100%;font-size:12px" fill="none" stroke="currentColor">'
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7"'
        ' orient="auto"><path d="M0 0L8 4L0 8z" fill="currentColor" stroke="none"/></marker></defs>'
    )
    arcs = f'<g opacity="0.45">{"".join(parts)}</g>'
    boxes = f'<g text-anchor="middle"><g>{"".join(nodes)}</g></g>'.replace("<text ", '<text fill="currentColor" stroke="none" ')  # fmt: skip
    return [head + arcs + boxes + "</svg>"]


def _shown(title: str) -> str:
    """A title that fits its box, safe in SVG."""
    text = title if len(title) <= 46 else title[:45] + "…"
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("{", "(").replace("}", ")")


__all__ = ["OVER", "START", "Flow", "flow_page"]
