"""The rules reference: complete, linked, the same in every language, deterministic, and in real sentences."""

import re
from functools import cache
from pathlib import Path

import attrs
import pytest

from rulespec.docs.markdown import anchor, escape
from rulespec.docs.reference import pages
from rulespec.docs.sentences.english import English
from rulespec.docs.sentences.portuguese import Portuguese
from rulespec.docs.sentences.speaker import speakers
from rulespec.game import files
from rulespec.language.check import check
from rulespec.rules.game import Game
from rulespec.rules.statements import Decide
from rulespec.rules.walk import statements
from tests.handmade import auction, kuhn_poker, tic_tac_toe

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = sorted(path.parent.name for path in ROOT.glob("games/*/game.rules"))
HANDMADE = {"hand " + make.__name__: make for make in (tic_tac_toe, kuhn_poker, auction)}
ALL = [*WRITTEN, *HANDMADE]


@cache
def game(name: str) -> Game:
    if name in HANDMADE:
        return attrs.evolve(HANDMADE[name](), languages=("en", "pt"))
    found, _ = check(files.find(ROOT / "games" / name).sources)
    assert found is not None
    return found


@cache
def reference(name: str) -> dict[str, str]:
    return pages(game(name))


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)]*)\)", text)


def anchors(text: str) -> list[str]:
    return re.findall(r'<a id="([^"]*)"></a>', text)


@pytest.mark.parametrize("name", ALL)
def test_every_link_leads_somewhere(name: str) -> None:
    found = reference(name)
    for path, text in found.items():
        for link in links(text):
            page, _, to = link.partition("#")
            target = str((Path("/") / Path(path).parent / page).resolve().relative_to("/")) if page else path
            assert target in found, (path, link)
            assert not to or to in anchors(found[target]), (path, link)


@pytest.mark.parametrize("name", ALL)
def test_an_anchor_stands_once_on_its_page(name: str) -> None:
    for text in reference(name).values():
        assert len(anchors(text)) == len(set(anchors(text)))


@pytest.mark.parametrize("name", ALL)
def test_every_clause_option_decision_and_rule_has_its_place(name: str) -> None:
    for language in game(name).languages:
        marked = set(anchors(reference(name)[f"{language}/rules.md"]))
        for rule in game(name).rules.values():
            assert anchor(rule.name) in marked
            for decision in statements(rule.body):
                if isinstance(decision, Decide):
                    assert anchor(decision.code) in marked
                    for option in decision.options:
                        codes = [option.about.code, *(clause.about.code for clause in option.clauses)]
                        assert {anchor(code) for code in codes} <= marked


@pytest.mark.parametrize("name", ALL)
def test_languages_have_the_same_structure(name: str) -> None:
    found, (first, *others) = reference(name), game(name).languages
    for path, text in found.items():
        if path.startswith(f"{first}/"):
            for other in others:
                twin = found[f"{other}/{path.partition('/')[2]}"]
                assert sorted(anchors(twin)) == sorted(anchors(text))
                assert twin.count("\n#") == text.count("\n#")


@pytest.mark.parametrize("name", ALL)
def test_pages_are_the_same_each_time(name: str) -> None:
    assert list(pages(game(name)).items()) == list(reference(name).items())


@pytest.mark.parametrize("name", ALL)
def test_no_machinery_is_left_in_the_sentences(name: str) -> None:
    for path, text in reference(name).items():
        prose = re.sub(r'<a id="[^"]*"></a>|`[^`]*`|\]\([^)]*\)', "", text)
        assert not re.search(r"[{}]|\w_\w", prose), path


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough", "kuhn_poker"])
def test_portuguese_pages_are_in_portuguese(name: str) -> None:
    for path, text in reference(name).items():
        if path.startswith("pt/"):
            prose = re.sub(r'<a id="[^"]*"></a>|`[^`]*`|\]\([^)]*\)|\[English\]', "", text)
            assert not re.search(r"\b(the|player|is|cell|square|each|winner)\b", prose), path


def test_the_reference_of_a_small_game_reads_like_a_rulebook() -> None:
    english, portuguese = reference("tic_tac_toe")["en/rules.md"], reference("tic_tac_toe")["pt/rules.md"]
    assert "Each player, in turn from X, round after round, until no cell is empty" in english
    assert "`free` The cell is empty." in english
    assert "If the player has three in a row" in english
    assert "até ser verdade que nenhuma casa está vazia" in portuguese
    assert "Se o jogador tem três em linha" in portuguese


# --- hostile and odd texts --------------------------------------------------------------------------------------------


def test_texts_of_strangers_stay_texts() -> None:
    nasty = "<script>alert(1)</script> [x](javascript:y) `z` | \x1b[31m\n# heading"
    dangerous = attrs.evolve(tic_tac_toe(), title=nasty, texts={"en": {"name:cross": nasty, "play": nasty}})
    for text in pages(dangerous).values():
        assert "<script" not in text
        assert "\x1b" not in text
        assert "\n# heading" not in text
        assert not re.search(r"(?<!\\)\]\(javascript", text)


def test_numbers_at_the_beginning_do_not_open_a_list() -> None:
    assert escape("0.") == "0\\."
    assert escape("- a") == "\\- a"
    assert escape("−1 otherwise.") == "−1 otherwise."


@pytest.mark.parametrize(
    ("template", "opposite"),
    [
        ("{cell} {está cell} vazia", "{cell} não {está cell} vazia"),
        ("há um peão {em square}", "não há um peão {em square}"),
        ("o jogo é novo", "não é verdade que o jogo é novo"),
    ],
)
def test_portuguese_sentences_are_turned_round(template: str, opposite: str) -> None:
    assert Portuguese().negated(template) == opposite


@pytest.mark.parametrize(
    ("template", "opposite"),
    [
        ("{cell} is empty", "{cell} is not empty"),
        ("{cell} {has cell} a mark", "{cell} {does cell} not have a mark"),
        ("{player} can pay", "{player} cannot pay"),
    ],
)
def test_english_sentences_are_turned_round(template: str, opposite: str) -> None:
    assert English().negated(template) == opposite


@pytest.mark.parametrize(
    ("preposition", "name", "together"),
    [
        ("em", "o Rio de Janeiro", "no Rio de Janeiro"),
        ("de", "a Bahia", "da Bahia"),
        ("em", "São Paulo", "em São Paulo"),
        ("a", "os jogadores", "aos jogadores"),
        ("por", "as Brancas", "pelas Brancas"),
    ],
)
def test_portuguese_names_take_their_forms(preposition: str, name: str, together: str) -> None:
    grammar = Portuguese()
    assert grammar.with_preposition(preposition, grammar.forms(name)) == together


def test_both_grammars_have_the_same_templates_and_words() -> None:
    assert English.templates.keys() == Portuguese.templates.keys()
    assert English.words.keys() == Portuguese.words.keys()


def test_a_game_without_a_known_language_is_told_in_english() -> None:
    (only,) = speakers(attrs.evolve(tic_tac_toe(), languages=("tlh",)))
    assert only.language == "en"
