"""Checks a built site: every link and picture leads to a file of it, and every `#` to an id on that page.

Usage: python -m site_tools.links site
"""

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page links to, and what can be linked to on it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name == "id" or (tag == "a" and name == "name")):
                self.ids.add(value)
            elif value and name in ("href", "src"):
                self.links.add(value)


def dead_links(site: Path) -> Iterator[str]:
    """`page: link` for each that leads nowhere."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        if path.name == "404.html":  # it is served at any address
            continue
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
            target = target / "index.html" if target.is_dir() else target
            found = (
                pages.get(site / target.relative_to(site.resolve())) if target.is_relative_to(site.resolve()) else None
            )
            if found is None and not target.is_file():
                yield f"{path.relative_to(site)}: {link}"
            elif parts.fragment and found is not None and unquote(parts.fragment) not in found.ids:
                yield f"{path.relative_to(site)}: {link} (no such place on the page)"


def main(site: Path) -> int:
    dead = list(dead_links(site))
    for link in dead[:40]:
        print(link)
    if len(dead) > 40:
        print(f"... and {len(dead) - 40} more")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
