"""The golden machinery itself: it finds missing, stale and orphaned files, and writing mends them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.golden import differences, show, write
from tests.golden_writers import Writer


def texts() -> Iterator[tuple[str, str]]:
    yield "cases/stale.err", "new\n"
    yield "cases/missing.err", "ação\n"


def kinds(root: Path) -> dict[str, str]:
    return {difference.path: difference.kind for difference in differences(root, [Writer("cases/*.err", texts)])}


def test_differences_are_found_and_mended(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/stale.err").write_text("old\n")
    (tmp_path / "cases/orphan.err").write_text("nobody writes this\n")
    (tmp_path / "cases/case.rules").write_text("not a golden\n")
    (tmp_path / "tests/goldens").mkdir(parents=True)
    (tmp_path / "tests/goldens/forgotten.txt").write_text("no writer owns this\n")

    assert kinds(tmp_path) == {
        "cases/missing.err": "missing",
        "cases/orphan.err": "orphan",
        "cases/stale.err": "stale",
        "tests/goldens/forgotten.txt": "orphan",
    }
    for difference in list(differences(tmp_path, [Writer("cases/*.err", texts)])):
        write(tmp_path, difference)
    assert kinds(tmp_path) == {}
    assert (tmp_path / "cases/missing.err").read_bytes() == "ação\n".encode()
    assert (tmp_path / "cases/case.rules").exists()


def test_stale_golden_shows_its_difference(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/stale.err").write_text("old\n")
    shown = [show(difference) for difference in differences(tmp_path, [Writer("cases/*.err", texts)])]
    assert "-old\n+new" in "\n".join(shown)


def test_writer_outside_its_pattern_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="outside its pattern"):
        list(differences(tmp_path, [Writer("elsewhere/*.err", texts)]))
