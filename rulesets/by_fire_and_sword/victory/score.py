"""The score of a battle: thresholds, points and the result in words, every step with its rule (BFS-34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from rulesets.by_fire_and_sword.armies.force import Band, Force, force, thresholds
from rulesets.by_fire_and_sword.armies.lists import LISTS
from rulesets.by_fire_and_sword.scenarios.reading import shipped
from rulesets.by_fire_and_sword.victory.document import ResultError, ResultModel, read_result
from rulesets.by_fire_and_sword.victory.losses import Line, SideLosses, count_losses
from rulesets.by_fire_and_sword.victory.motivation import RegimentStanding, regiments
from rulesets.by_fire_and_sword.victory.tables import FinalResult, final_result
from rulesets.by_fire_and_sword.wording import victory as words
from rulesets.contract.documents import parse_list
from rulesets.engine.lists import ListError
from rulesets.engine.wording import documents as shared

SIDES = (0, 1)


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's account.

    `band`: where its losses lie among `bands`; `own_points` are what it gets for them, `given` what its enemy
    does; `scenario_points` and `received` (given by the enemy) make with them its `total`. `small` and `big`
    are tournament points; `result` names the battle for this side.
    """

    name: str
    force: Force
    losses: SideLosses
    bands: tuple[Band, ...]
    band: Band
    scenario_points: int
    own_points: int
    given: int
    received: int
    total: int
    difference: int
    result: str
    small: int
    big: int
    value_lines: tuple[Line, ...]
    lines: tuple[Line, ...]
    regiments: tuple[RegimentStanding, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "force": self.force.name,
            "fsp": self.force.fsp,
            "fv": self.force.fv,
            "marked": sorted(self.force.marked),
            "thresholds": [asdict(each) for each in self.bands],
            "force_value": [line.to_json() for line in self.value_lines],
            "losses": {
                "units": [
                    {
                        "id": each.unit.id,
                        "name": each.name,
                        "bases": each.unit.bases,
                        "lost": each.destroyed,
                        "fled": each.fled,
                        "lines": [line.to_json() for line in each.lines],
                    }
                    for each in self.losses.units
                    if each.lines
                ],
                "commanders": [
                    {
                        "id": each.commander.id,
                        "name": each.name,
                        "fate": each.fate,
                        "value": each.value,
                        "lines": [line.to_json() for line in each.lines],
                    }
                    for each in self.losses.commanders
                    if each.lines
                ],
                "bases": self.losses.destroyed,
                "fled": self.losses.fled,
                "lost": self.losses.lost,
                "lines": [line.to_json() for line in self.losses.lines],
            },
            "band": self.band.name,
            "points": [line.to_json() for line in self.lines],
            "scenario_points": self.scenario_points,
            "own_points": self.own_points,
            "given": self.given,
            "total": self.total,
            "difference": self.difference,
            "result": self.result,
            "small_points": self.small,
            "big_points": self.big,
            "regiments": [each.to_json() for each in self.regiments],
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The whole score. `winner`: None for a draw; `missing`: what has to be tested before it is final;
    `scenario_ours`: what of the scenario no source gives, empty for one that is not ours.
    """

    sides: tuple[SideScore, SideScore]
    winner: int | None
    words: str
    lines: tuple[Line, ...]
    missing: tuple[Line, ...]
    scenario: str
    turns: int
    scenario_ours: str = ""

    @property
    def marked(self) -> bool:
        """Return True if a figure of a force rests on values that no source gives."""
        return any(side.force.marked for side in self.sides)

    @property
    def difference(self) -> int:
        """Return the first side's total less the second's."""
        return self.sides[0].difference

    def signed(self) -> dict[str, Any]:
        """Return what is stored of it once both sides have signed."""
        return {
            "winner": self.winner,
            "result": self.words,
            "totals": [side.total for side in self.sides],
            "lost": [side.losses.lost for side in self.sides],
            "big_points": [side.big for side in self.sides],
            "small_points": [side.small for side in self.sides],
        }

    def as_text(self) -> Iterator[str]:
        """Yield it as lines."""
        return words.score_lines(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "winner": self.winner,
            "winner_name": None if self.winner is None else self.sides[self.winner].name,
            "result": self.words,
            "difference": self.difference,
            "scenario": self.scenario,
            "scenario_ours": self.scenario_ours,
            "turns": self.turns,
            "sides": [side.to_json() for side in self.sides],
            "steps": [line.to_json() for line in self.lines],
            "missing": [line.to_json() for line in self.missing],
        }


def score(source: str | bytes | Mapping[str, Any]) -> Score:
    """Return the score of a RESULT document; raise ResultError naming the place (BFS-34)."""
    result = read_result(source)
    return score_forces(forces_of(result.lists), result)


def forces_of(lists: Sequence[Mapping[str, Any]]) -> tuple[Force, Force]:
    """Return the forces of two lists, of one game level; raise ResultError naming the list (BFS-29.1.1)."""
    found = []
    for index, document in enumerate(lists):
        try:
            army = parse_list(document)
        except ListError as error:
            raise ResultError(" ".join(str(error).split()), f"lists[{index}]") from None
        if army.system != LISTS.slug:
            text = shared.list_of_another_system(army.system, LISTS.slug)
            raise ResultError(text, f"lists[{index}].system")
        found.append(force(army))
    first, second = found
    if first.kind != second.kind:
        raise ResultError(words.unequal_forces(second.kind, first.kind), "lists[1]")
    return first, second


def score_forces(forces: tuple[Force, Force], result: ResultModel) -> Score:
    """Score two forces by what was recorded (BFS-34); raise ResultError naming the place."""
    scenario = tuple(_scenario_points(result, side) for side in SIDES)
    losses = tuple(count_losses(forces[side], result, side) for side in SIDES)
    bands = tuple(thresholds(each.fv) for each in forces)
    band = tuple(band_of(bands[side], losses[side].lost) for side in SIDES)
    totals = tuple(scenario[side] + band[side].own_vp + band[1 - side].enemy_vp for side in SIDES)
    names = final_result(totals[0] - totals[1]), final_result(totals[1] - totals[0])
    small = small_points(totals[0], totals[1])
    sides = tuple(
        SideScore(
            name=result.sides[side],
            force=forces[side],
            losses=losses[side],
            bands=bands[side],
            band=band[side],
            scenario_points=scenario[side],
            own_points=band[side].own_vp,
            given=band[side].enemy_vp,
            received=band[1 - side].enemy_vp,
            total=totals[side],
            difference=totals[side] - totals[1 - side],
            result=names[side].name,
            small=small[side],
            big=names[0].big_points[side],
            value_lines=tuple(_value_lines(forces[side])),
            lines=tuple(_point_lines(result, side, band, totals[side])),
            regiments=regiments(forces[side], result, side),
        )
        for side in SIDES
    )
    mine, other = names[0].big_points  # BFS-34.6: a result is a victory for who has more of them
    winner = None if mine == other else int(mine < other)
    return Score(
        sides=(sides[0], sides[1]),
        winner=winner,
        words=_words(result, winner, names, totals),
        lines=tuple(_final_lines(sides, names[0])),
        missing=(*losses[0].missing, *losses[1].missing),
        scenario=result.scenario.name,
        turns=result.turns,
        scenario_ours=_ours(result),
    )


def _ours(result: ResultModel) -> str:
    """Return what of the scenario is ours, if it is one of those that ship."""
    known = shipped().get(result.scenario.key)
    named = known is not None and known.name == result.scenario.name
    return known.provenance.note if known is not None and named and known.provenance.ours else ""


def band_of(bands: tuple[Band, ...], lost: int) -> Band:
    """Return the band that a loss falls in: the first whose upper limit is not below it (BFS-34.2)."""
    return next(band for band in bands if band.high is None or lost <= band.high)


def small_points(first: int, second: int) -> tuple[int, int]:
    """Return both totals less the loser's (BFS-34.7)."""
    least = min(first, second)
    return first - least, second - least


def _scenario_points(result: ResultModel, side: int) -> int:
    given, lines = result.scenario_points[side], result.scenario.points[side]
    total = sum(line.points for line in lines)
    if lines and total != given:
        raise ResultError(words.points_do_not_add_up(given, side, total), f"scenario_points[{side}]")
    return given


# -- lines -----------------------------------------------------------------------------------------


def _value_lines(army: Force) -> Iterator[Line]:
    """Yield what a Force Value is made of (BFS-34.1)."""
    bases = sum(unit.bases for unit in army.units)
    yield Line(words.BASES, Fraction(bases), "BFS-34.1", words.NO_COMMANDERS)
    yield Line(words.COMMAND_POINTS, Fraction(army.fv - bases), "BFS-34.1", words.OF_COMMANDER)
    yield Line(words.FORCE_VALUE, Fraction(army.fv), "BFS-34.1")


def _point_lines(result: ResultModel, side: int, band: tuple[Band, ...], total: int) -> Iterator[Line]:
    """Yield what a side's victory points are made of (BFS-34.5)."""
    for each in result.scenario.points[side]:
        yield Line(each.what, Fraction(each.points), "BFS-34.5", "scenario")
    if not result.scenario.points[side]:
        yield Line(words.SCENARIO_POINTS, Fraction(result.scenario_points[side]), "BFS-34.5")
    yield Line(words.own_losses(band[side].words), Fraction(band[side].own_vp), "BFS-34.3")
    enemy = band[1 - side]
    yield Line(words.given_by_enemy_losses(enemy.words), Fraction(enemy.enemy_vp), "BFS-34.3")
    yield Line(words.VICTORY_POINTS, Fraction(total), "BFS-34.5")


def _final_lines(sides: tuple[SideScore, ...], row: FinalResult) -> Iterator[Line]:
    """Yield the lines from the totals to the tournament points (BFS-34.5-7)."""
    first, second = sides
    yield Line(words.DIFFERENCE, Fraction(first.difference), "BFS-34.5", f"{first.total} − {second.total}")
    yield Line(f"{first.name}: {first.result}", None, row.rule)
    yield Line(f"{second.name}: {second.result}", None, row.rule)
    least = min(first.total, second.total)
    yield Line(f"Small Points {first.small} : {second.small}", None, "BFS-34.7", words.totals_less(least))
    yield Line(f"Big Points {first.big} : {second.big}", None, "BFS-34.7", first.result)


def _words(
    result: ResultModel, winner: int | None, names: tuple[FinalResult, FinalResult], totals: tuple[int, ...]
) -> str:
    """Return the result in one phrase: `Tactical victory for the Swedes, 8 to 3`."""
    if winner is None:
        return words.a_draw(totals[0], totals[1])
    name = names[winner].name
    return words.won_by(name.capitalize(), result.sides[winner], totals[winner], totals[1 - winner])
