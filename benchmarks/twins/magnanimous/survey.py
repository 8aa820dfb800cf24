"""Counts what games exercise: decisions of each kind, ends, rare turns of play; and prints them as a table."""

from collections import Counter

import attrs

from benchmarks.twins.magnanimous.game import Game

BRANCHES = (
    "no die fits (DEC-46)", "full board, purple die free", "governor forced", "governor starts a train",
    "railroad move of two steps", "train lost", "several trains lost at once", "home falls, its goods travel on",
    "port with ships falls", "uncontrolled province falls", "attack from the imperial area",
    "imperial area keeps its last tile", "another's province freed", "freed province's die usable at once",
    "export from Rio", "export with surplus", "precise action used twice", "machinery with room for one",
    "display emptied", "no ship left to hire", "bank short of coins", "minister replaced", "ministers reshuffled",
    "cards reshuffled", "deck and discard pile empty", "improvements reshuffled", "title too low to vote",
    "approved on a tie", "auction without a bid", "auction with a bid", "auction with several bids",
    "republic moved back", "republic kept at 0", "republic kept at 20", "nobility kept at 20",
    "final vote among nobles", "commerce tied", "shared victory",
)  # fmt: skip


@attrs.define
class Survey:
    """What the games shown to it did."""

    games: int = 0
    decisions: Counter[str] = attrs.Factory(Counter)
    ends: Counter[str] = attrs.Factory(Counter)
    branches: Counter[str] = attrs.Factory(Counter)  # in how many games
    longest: int = 0

    def __call__(self, game: Game, decision: str) -> None:
        if decision != "end":
            self.decisions[decision] += 1
            return
        self.games += 1
        self.ends[game.end] += 1
        self.branches.update(game.seen)
        self.longest = max(self.longest, game.round)

    def table(self) -> str:
        lines = [f"{self.games} games, {self.decisions.total()} decisions, at most {self.longest} rounds", ""]
        lines += [f"{count:8}  {decision}" for decision, count in sorted(self.decisions.items())]
        lines += ["", "games ended by", *(f"{self.ends[end]:8}  {end}" for end in ("republic", "noble", "rio")), ""]
        lines += ["games with", *(f"{self.branches[branch]:8}  {branch}" for branch in BRANCHES)]
        return "\n".join(lines)
