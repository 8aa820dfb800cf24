"""Hooks of the site's build: the reference of the packaged games is written on the way, and pages say their language.

mkdocs calls them (`hooks` in mkdocs.yml). A reference is large and follows from the rules, so that no file of it is kept.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import rulespec
from rulespec.game.reference import reference

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = {"pt": "pt-BR", "en": "en"}


def on_files(files: Files, config: Any) -> Files:
    """The pages of every game that is a package, beside those of the small games that are kept as files."""
    for rules in sorted(ROOT.glob("*/game.rules")):
        game = rulespec.load(rules.parent)
        for path, text in reference(game).items():
            files.append(File.generated(config, f"games/{game.name}/{path}", content=text))
    return files


def on_post_page(output: str, page: Any, config: Any) -> str:
    """The language of a page stands in its address: `games/NAME/pt/rules/`."""
    parts = page.url.split("/")
    language = LANGUAGES.get(parts[2], "en") if parts[0] == "games" and len(parts) > 3 else "en"
    return re.sub(r'<html lang="[^"]*"', f'<html lang="{language}"', output, count=1)
