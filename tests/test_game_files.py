"""Games on disk: found, held within their folder, read with limits; and the cache."""

import os
from pathlib import Path

import pytest

from rulespec import RulespecError
from rulespec.game import cache, files, limits
from rulespec.game.facade import Game
from rulespec.game.load import load
from tests.game_samples import RULES, game


def write(folder: Path, **texts: str | bytes) -> Path:
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_rules", ".rules").replace("_texts", ".texts")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def refusal(path: str | Path, content: str | None = None) -> RulespecError:
    with pytest.raises(RulespecError) as caught:
        files.find(path, content)
    return caught.value


def test_a_folder_gives_its_files_in_order(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        game_rules='game x "X"\nfiles zebra, apple -- in this order\n',
        zebra_rules="z",
        apple_rules="a",
        other_rules="not named",
        content__base__cards_rules="c",
        content__rest__cards_rules="d",
        texts__pt_texts="t",
    )
    found = files.find(folder, "base")
    assert [s.name for s in found.sources] == [
        "game.rules", "zebra.rules", "apple.rules", "content/base/cards.rules", "texts/pt.texts",
    ]  # fmt: skip
    assert found.packs == ("base", "rest")
    assert files.find(folder / "game.rules").sources[1].text == "z"


def test_a_single_file_is_a_game(tmp_path: Path) -> None:
    write(tmp_path, mine_rules="\ufeffgame x\r\nmore\r\n")
    (source,) = files.find(tmp_path / "mine.rules").sources
    assert (source.name, source.text) == ("mine.rules", "game x\nmore\n")


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("cards", "R0601"),
        ("../secret", "R0602"),
        ("/etc/passwd", "R0602"),
        ("sub/../../secret", "R0602"),
        ("link", "R0602"),
        ("apple, apple", "R0603"),
        ("game", "R0603"),
        ("latin", "R0604"),
        ("large", "R0605"),
        ("nul", "R0611"),
    ],
)
def test_a_file_that_cannot_be_part_of_the_game(named: str, code: str, tmp_path: Path) -> None:
    write(tmp_path, secret_rules="secret")
    folder = write(
        tmp_path / "game",
        game_rules=f"files {named}\n",
        apple_rules="a",
        latin_rules="café".encode("latin-1"),
        nul_rules="a\nb\x00c",
        large_rules=" " * (limits.FILE_BYTES + 1),
    )
    (folder / "link.rules").symlink_to(tmp_path / "secret.rules")
    error = refusal(folder)
    assert error.code == code
    assert "secret\n" not in str(error)


def test_what_is_no_game_is_refused(tmp_path: Path) -> None:
    write(tmp_path, broken_rules=b"\xff\xff")
    assert refusal(tmp_path).code == "R0600"
    assert refusal(tmp_path / "nowhere").code == "R0600"
    assert refusal("no\x00where").code == "R0600"
    assert refusal("x" * 10_000).code == "R0600"
    assert refusal(tmp_path / "broken.rules").code == "R0604"
    assert refusal(tmp_path / "broken.rules", "pack").code == "R0609"


def test_all_files_together_have_a_limit(tmp_path: Path) -> None:
    names = [f"f{i}" for i in range(6)]
    folder = write(tmp_path, game_rules=f"files {', '.join(names)}\n")
    for name in names:
        (folder / f"{name}.rules").write_bytes(b" " * (limits.FILE_BYTES - 10))
    assert refusal(folder).code == "R0605"


@pytest.mark.parametrize("players", [0, -1, 10**9, 2.5, [], ["a", "a"], [1], {"a": 1}.keys()])
def test_players_that_cannot_be(players: object, tmp_path: Path) -> None:
    with pytest.raises(RulespecError) as caught:
        load(tmp_path, players=players)  # type: ignore[arg-type]
    assert caught.value.code == "R0607"


def test_an_unknown_ruling_is_refused() -> None:
    for rulings in ({"AMB-9": "a"}, {"AMB-1": "z"}):
        with pytest.raises(RulespecError) as caught:
            Game.from_rules(RULES["auction"](), rulings, compiled=False)
        assert caught.value.code == "R0608"


# --- the cache -------------------------------------------------------------------------------------------------------


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    return folder


def test_what_is_kept_is_found(cache_folder: Path) -> None:
    key = cache.key_of(["a"])
    assert cache.find(key) is None
    cache.keep(key, game("auction").sheet, "X = 1\n", "<x>")
    found = cache.find(key)
    assert found is not None
    assert (found.sheet, found.source) == (game("auction").sheet, "X = 1\n")
    namespace: dict[str, object] = {}
    exec(found.code, namespace)
    assert namespace["X"] == 1
    assert cache.find(cache.key_of(["b"])) is None
    assert {path.suffix for path in cache_folder.iterdir()} == {".json", ".py", ".code"}


@pytest.mark.parametrize("ending", ["json", "py", "code"])
def test_a_damaged_entry_is_forgotten(ending: str, cache_folder: Path) -> None:
    key = cache.key_of(["a"])
    cache.keep(key, game("auction").sheet, "X = 1\n", "<x>")
    path = cache_folder / f"{key}.{ending}"
    path.write_bytes(path.read_bytes()[:-4] + b"\x00!")
    assert cache.find(key) is None
    path.unlink()
    assert cache.find(key) is None


def test_a_folder_that_others_may_write_to_is_not_used(cache_folder: Path) -> None:
    cache_folder.mkdir()
    os.chmod(cache_folder, 0o777)
    cache.keep(cache.key_of(["a"]), game("auction").sheet, "X = 1\n", "<x>")
    assert cache.find(cache.key_of(["a"])) is None
    assert list(cache_folder.iterdir()) == []


def test_the_cache_can_be_off_or_out_of_reach(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in ("", str(tmp_path / "file" / "inside"), str(tmp_path / "file")):
        monkeypatch.setenv(cache.VARIABLE, place)
        cache.keep(cache.key_of(["a"]), game("auction").sheet, "X = 1\n", "<x>")
        assert cache.find(cache.key_of(["a"])) is None


def test_keys_tell_parts_apart() -> None:
    assert cache.key_of(["ab", "c"]) != cache.key_of(["a", "bc"])
