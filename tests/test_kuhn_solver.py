"""The solver on games whose value is known, written by hand as trees: it must be right before it judges a game."""

import pytest

from tests.kuhn_solver import Chance, Choice, End, Node, complete_games, information_sets, solve


def matching_pennies(prize: float) -> Node:
    """The second player guesses what the first hides; one of the two hits pays more."""
    guesses = [[prize, -1.0], [-1.0, 1.0]]
    return Choice(0, "hide", tuple(Choice(1, "guess", tuple(End(won) for won in row)) for row in guesses))


def kuhn() -> Node:
    """Three cards, an ante of one, one bet of one."""

    def betting(first: int, second: int) -> Node:
        sign = 1 if first > second else -1
        after_bet = Choice(1, f"{second} bet", (End(1), End(2 * sign)))
        after_check_bet = Choice(0, f"{first} check bet", (End(-1), End(2 * sign)))
        after_check = Choice(1, f"{second} check", (End(sign), after_check_bet))
        return Choice(0, f"{first}", (after_check, after_bet))

    return Chance(
        tuple((1 / 6, betting(first, second)) for first in range(3) for second in range(3) if first != second)
    )


@pytest.mark.parametrize(("prize", "value"), [(1.0, 0.0), (2.0, 0.2), (3.0, 1 / 3)])
def test_matching_pennies_have_their_value(prize: float, value: float) -> None:
    bounds = solve(matching_pennies(prize))
    assert bounds.lower - 1e-9 <= value <= bounds.upper + 1e-9
    assert bounds.gap < 0.002


def test_hand_written_kuhn_has_its_value() -> None:
    bounds = solve(kuhn())
    assert bounds.lower <= -1 / 18 <= bounds.upper
    assert bounds.gap < 0.001
    assert complete_games(kuhn()) == 30
    assert len(information_sets(kuhn())) == 12


def test_view_that_hides_a_legal_move_is_refused() -> None:
    torn = Chance(((0.5, Choice(0, "same", (End(0),))), (0.5, Choice(0, "same", (End(0), End(1))))))
    with pytest.raises(ValueError, match="different numbers of legal moves"):
        information_sets(torn)
