"""`rulespec coverage`: the statements of the rulebooks, what cites them, and which scenarios exercise them."""

import click

from rulespec.cli.exits import DONE, NO
from rulespec.cli.options import Wanted, game_options, json_option, print_json
from rulespec.game.coverage import Coverage, Source, coverage

SHOWN = 12


@click.command()
@game_options
@click.option("--strict", is_flag=True, help="exit code 1 if something that is cited is exercised by no scenario")
@click.option("--all", "everything", is_flag=True, help="also the statements that are in order")
@json_option
def command(wanted: Wanted, strict: bool, everything: bool, as_json: bool) -> int:
    """The statements of the catalogue of GAME (without one: the ids in its margins): the rules that cite them, the
    scenarios that exercise them, words like `if` and `may` that nothing answers, and readings without a scenario.

    Exit code 1 if a scenario fails.
    """
    found = coverage(wanted.load())
    if as_json:
        print_json(found.to_json())
    else:
        _show(found, everything)
    gaps = found.untested or found.uncited or found.unanswered or found.unplayed
    return NO if found.failed or (strict and gaps) else DONE


def _show(found: Coverage, everything: bool) -> None:
    has_catalogue = any(source.statement is not None for source in found.sources)
    for source in found.sources:
        if everything or not has_catalogue or _is_open(source):
            click.echo(_line(source))
    exercised = sum(bool(s.scenarios) for s in found.sources)
    if has_catalogue:
        kinds = found.summary()["by_status"]
        told = ", ".join(f"{count} {status}" for status, count in kinds.items())
        cited = sum(bool(s.cited_by) for s in found.sources if s.status == "executable")
        click.echo(f"{len(found.sources)} statements: {told}; {cited} executable ones are cited, {exercised} exercised")
    else:
        click.echo(f"{len(found.sources)} sources are cited, {exercised} of them exercised by scenarios")
    if found.questions:
        several = [q for q in found.questions if not q.ruling.is_settled]
        readings = sum(len(q.ruling.readings) for q in several)
        void = sum(bool(r.void) for q in several for r in q.ruling.readings)
        click.echo(
            f"{len(found.questions)} rulings, {len(several)} with {readings} readings, {void} of them void;"
            f" {len(found.unplayed)} readings are played by no scenario"
        )
    _some("not exercised", found.untested if has_catalogue else ())
    _some("words without an answer", [f"{s.id} ({', '.join(s.words)})" for s in found.unanswered])
    _some("readings without a scenario", found.unplayed)
    _some("cite nothing", found.silent)
    for name in found.failed:
        click.echo(f"FAILED  {name}")


def _is_open(source: Source) -> bool:
    answered = source.statement is not None and bool(source.statement.answer)
    return source.status == "executable" and (not source.cited_by or (bool(source.words) and not answered))


def _line(source: Source) -> str:
    by = ", ".join(source.scenarios) or "no scenario"
    cited = f"cited by {', '.join(source.cited_by)}" if source.cited_by else "cited by nothing"
    if source.statement is None:
        return f"{source.id:12} {cited}; exercised by {by}"
    if source.statement.reason:
        return f"{source.id:12} {source.status}: {source.statement.reason}"
    words = f"; nothing answers {', '.join(source.words)}" if source.words else ""
    answer = f" ({source.statement.answer})" if source.words and source.statement.answer else ""
    return f"{source.id:12} {source.status}, {cited}; exercised by {by}{words}{answer}"


def _some(what: str, names: "tuple[str, ...] | list[str]") -> None:
    if names:
        more = f", … ({len(names)} in all)" if len(names) > SHOWN else ""
        click.echo(f"{what}: {', '.join(names[:SHOWN])}{more}")
