"""Holds the repository to its own rules: directions of imports, a small core, no game inside the engine, its papers.

The contracts of imports stand in pyproject.toml; docs/explanation/architecture.md says why.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.declared_names import declared_names, mentions, words_of_grammar

ROOT = Path(__file__).resolve().parent.parent
LINT_IMPORTS = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"

# Words that the public interface fixes (interface.md): a game may use them as names, and so may the engine.
WORDS_OF_THE_INTERFACE = set(
    "move set draw reveal decide owe end option args rule clause kind values cites to all none chance hidden over"
    " player players game version content seed state control decision frames points total winners rules text"
    " id owner count title options interrupts weights format name".split()
)

# Ordinary English that the engine needs for itself and that a game may use too; none of them stands for a thing of a
# game there. A name of several words (`purple_die`) is never excused.
WORDS_OF_THE_ENGINE = set(
    "base bench box check choice community dice die event fold full join load pass price second source start steps stop target"
    " transfer verdict winner folder holder wait para blue pt en".split()  # the last two are languages
)


def python_files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", LINT_IMPORTS], cwd=folder, capture_output=True, text=True)


# --- imports ---------------------------------------------------------------------------------------------------------


def test_imports_go_one_way() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("rulespec/rules/__init__.py", "import rulespec.language.parse"),
        ("rulespec/python/emit.py", "import rulespec.rules"),
        ("rulespec/interp/__init__.py", "import rulespec.automaton"),
        ("rulespec/docs/__init__.py", "import rulespec.explain"),
        ("rulespec/game/__init__.py", "import verifier.solve"),
        ("rulespec/language/check.py", "import lark"),
        ("rulespec/game/__init__.py", "import click"),
        ("rulespec/cli/main.py", "import magnanimous_rules"),
        ("rulespec/utils.py", ""),
        ("verifier/traces.py", "import z3"),
        ("verifier/encode.py", "import hypothesis"),
    ],
)
def test_contracts_notice_a_planted_import(module: str, statement: str, tmp_path: Path) -> None:
    """The contracts of pyproject.toml, on a skeleton of the packages with one import too many."""
    folders = "language rules automaton lower python interp explain docs game cli".split()
    skeleton = {f"rulespec/{folder}/__init__.py": "" for folder in folders} | {
        "rulespec/__init__.py": "from rulespec import game",
        "rulespec/source.py": "",
        "rulespec/diagnostics.py": "from rulespec import source",
        "rulespec/language/parse.py": "import lark\nfrom rulespec import diagnostics",
        "rulespec/cli/main.py": "import click, rich\nfrom rulespec import game\nimport verifier.solve",
        "verifier/__init__.py": "",
        "verifier/encode.py": "import z3\nfrom rulespec import automaton",
        "verifier/solve.py": "import z3",
        "verifier/strategies.py": "import hypothesis",
        "magnanimous_rules/__init__.py": "",
    }

    def verdict() -> int:
        for path, text in skeleton.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        return lint_imports(tmp_path).returncode

    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"))
    assert verdict() == 0
    skeleton[module] = skeleton.get(module, "") + "\n" + statement
    assert verdict() == 1


def test_command_line_imports_the_verifier_only_when_asked() -> None:
    """At the head of a module, `import verifier` would ask for z3 whatever the command is."""
    for file in python_files("rulespec/cli"):
        for statement in ast.parse(file.read_text("utf-8")).body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                assert "verifier" not in ast.unparse(statement), f"{file}:{statement.lineno}: import it in the command"


def test_import_rulespec_needs_only_lark_and_attrs() -> None:
    script = """
import sys

class OnlyLarkAndAttrs:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "rulespec", "lark", "attr", "attrs"}:
            raise ModuleNotFoundError(f"{name} is not there", name=name)

sys.meta_path.insert(0, OnlyLarkAndAttrs())
import rulespec
rulespec.load
"""
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


# --- no game inside the engine ---------------------------------------------------------------------------------------


def test_declared_names_of_a_text() -> None:
    text = """
kinds
  side:     support, oppose  -- a remark, not a name
pieces 180 coins                                   [COMP-24]
  bank, supply; purse of each player; event_area
marker purple_die: 1..6, wraps "purple die", "shows"
value a player's cost for an action: 0..12
rule export by the player "Export: goods"
  the player chooses ship(port, number: 1..5) only if
    at_port: the player's train is at the port
  then
    tiles = smaller of (the number, 5)
  each other player (the buyer) may buy
card caxias "Marquis": conservative minister
"""
    assert declared_names(text) == set(
        "side support oppose coins bank purse event_area purple_die cost export ship number at_port tiles buyer buy"
        " caxias".split()
    )


def test_mentions_of_a_name_in_python() -> None:
    source = '''
"""export"""
def purple_die(export): return {"export": "an export", "purple_die": export}
'''
    found = sorted(mentions(source, {"export", "purple_die"}))
    assert found == [(3, "export"), (3, "purple_die"), (3, "purple_die")]


def test_no_name_of_a_game_in_the_engine() -> None:
    declared: dict[str, Path] = {}
    for folder in ("games", "magnanimous_rules"):
        for text in sorted((ROOT / folder).rglob("*.rules")):
            declared |= dict.fromkeys(declared_names(text.read_text("utf-8")), text.relative_to(ROOT))
    words = words_of_grammar((ROOT / "rulespec/language/grammar.lark").read_text("utf-8"))
    names = {name for name in declared if len(name) > 1} - words - WORDS_OF_THE_INTERFACE - WORDS_OF_THE_ENGINE
    found = [
        f"{file.relative_to(ROOT)}:{line}: `{name}` is declared in {declared[name]}"
        for file in python_files("rulespec", "verifier")
        for line, name in mentions(file.read_text("utf-8"), names)
    ]
    assert not found, "\n".join(found)


# --- papers ----------------------------------------------------------------------------------------------------------


def decisions() -> list[Path]:
    return sorted((ROOT / "docs/adr").glob("[0-9]*.md"))


@pytest.mark.parametrize("file", decisions(), ids=lambda file: file.stem)
def test_adr_has_its_four_parts(file: Path) -> None:
    parts = re.findall(r"^## (\w+)$", file.read_text("utf-8"), re.MULTILINE)
    assert parts == ["Context", "Decision", "Consequences", "Status"]


def test_adrs_are_numbered_in_order_and_in_the_site() -> None:
    assert [int(file.name[:4]) for file in decisions()] == list(range(1, len(decisions()) + 1))
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [file.name for file in decisions() if file.name not in site] == []


def test_news_fragments_are_named_by_issue_and_type() -> None:
    names = [file.name for file in (ROOT / "docs/news").iterdir() if file.name != "README.md"]
    assert [name for name in names if not re.fullmatch(r"\d+\.(language|rules|verifier|fix)\.md", name)] == []


def test_make_help_lists_every_public_target() -> None:
    listed = set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert listed == set("help demo test check golden bench verify soak browser docs clean".split())
