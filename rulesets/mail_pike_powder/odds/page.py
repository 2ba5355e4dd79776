"""The answer of the odds as a page draws it, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulesets.contract.oddsanswers import Answer, DuelTest, Listed, Listing, Strike, Suffering, bar, chart
from rulesets.engine.wording import counted
from rulesets.mail_pike_powder.odds.answer import SCHEMA
from rulesets.mail_pike_powder.wording import odds as words

Json = Mapping[str, Any]
_TEST = DuelTest(words.BREAK_TEST, "MPP-1.2.a", "", "", "", "")
_WINS = ("attacker_wins", "draw", "target_wins")


class Answers:
    """How the answers are shown, and their schema."""

    schema = SCHEMA

    def shown(self, answer: Json) -> Answer:
        """Return the answer, ready to be drawn."""
        if answer["kind"] == "order":
            return _order(answer)
        one, two = answer["attacker"], answer["target"]
        if answer["kind"] == "shot":
            brief = (
                (words.HITS, f"{one['expected_hits']:.2f}"),
                (words.CASUALTIES_TAKEN, f"{two['expected_losses']:.2f}"),
                (words.BREAKS, f"{two['fates']['breaks']:.0%}"),
            )
            return Answer(
                f"{one['name']} at {two['name']}: {answer['weapon']}", brief, (_strike(one, "a", "shot"),),
                (_suffering(two, "b"),), listings=(_numbers(((one, two),)), _fates(two)),
            )  # fmt: skip
        result = answer["result"]
        says = zip((words.WINS, words.DRAW, words.LOSES), _WINS, strict=True)
        names = (f"{one['name']} wins", words.DRAW, f"{two['name']} wins")
        parts = zip(names, ("attacker", "draw", "target"), (result[key] for key in _WINS), strict=True)
        return Answer(
            f"{one['name']} against {two['name']}", tuple((said, f"{result[key]:.0%}") for said, key in says),
            (_strike(one, "a", "melee"), _strike(two, "b", "melee")),
            (_suffering(two, "b"), _suffering(one, "a")), tuple(bar(parts)),
            listings=(_numbers(((one, two), (two, one))), _fates(two), _fates(one)),
        )  # fmt: skip

    def lines(self, answer: Json) -> Iterator[str]:
        """Yield the answer in lines of text."""
        shown = self.shown(answer)
        yield shown.heading
        if answer["kind"] != "order":
            one, two = answer["attacker"], answer["target"]
            pairs = ((one, two), (two, one)) if answer["kind"] == "melee" else ((one, two),)
            for own, foe in pairs:
                dice = counted(own["dice"], "die", "dice")
                yield f"{own['name']}: {dice}, {words.needs_to_hit(own['hits_on'])}{_again_hit(own)}"
                yield f"  {_listed('hits', own)}"
                yield _save_words(foe)
                yield f"  {_listed('losses', foe)}"
                chances = (f"{said.lower()} {share:.1%}" for said, share in _chances(foe))
                yield f"  {', '.join(chances)}"
        for listing in shown.listings:
            if len(listing.heads) > 1:
                yield f"{listing.title} ({' / '.join(listing.heads)})"
                for row in listing.rows:
                    yield f"  {row.name}: {' / '.join(f'{chance:.1%}' for chance in row.chances)}"
        if "result" in answer:
            result = answer["result"]
            says = zip((f"{one['name']} wins", "draw", f"{two['name']} wins"), _WINS, strict=True)
            yield ", ".join(f"{said} {result[key]:.1%}" for said, key in says)


ANSWERS = Answers()


def _strike(side: Json, key: str, kind: str) -> Strike:
    support = [(each["name"], each["dice"], "MPP-C-21") for each in side.get("support", ())]
    parts = [each for each in side["dice_parts"] if each["rule"] in ("MPP-9.3.f", "MPP-C-35", "MPP-C-38")]
    helped = sum(dice for _, dice, _ in support)
    base = side["dice"] - helped - sum(each["value"] for each in parts)
    hits = [(row["hits"], row["probability"]) for row in side["hits"]]
    return Strike(
        side["name"], "shoots" if kind == "shot" else "strikes", key, words.BASE[kind], base, parts,
        side["dice"], (), chart(words.HITS, hits, side["expected_hits"]), support,
    )  # fmt: skip


def _suffering(side: Json, key: str) -> Suffering:
    losses = [(row["losses"], row["probability"]) for row in side["losses"]]
    drawn = chart(words.CASUALTIES_TAKEN, losses, side["expected_losses"])
    return Suffering(side["name"], key, _TEST, "", (), (), (), drawn, tuple(_chances(side)))


def _chances(side: Json) -> Iterator[tuple[str, float]]:
    yield words.TESTED, side["tested"]
    yield words.SHAKEN, side["shaken"]
    for fate in ("breaks", "shattered"):
        if side["fates"][fate]:
            yield words.FATES[fate], side["fates"][fate]
    if side["commander_lost"]:
        yield words.COMMANDER_LOST, side["commander_lost"]


def _numbers(pairs: Sequence[tuple[Json, Json]]) -> Listing:
    """Return what the dice of each have to show, and why (MPP-8.1, MPP-9.2, MPP-5)."""
    rows, notes = [], []
    for own, foe in pairs:
        hit, save = (7 - own["hits_on"]) / 6, max(0, 7 - foe["saves_on"]) / 6
        rows.append(Listed(words.hits_on(own["name"], own["hits_on"]), "", hit, (hit,)))
        rows.append(Listed(words.saves_on(foe["name"], foe["saves_on"]), "MPP-5.1", save, (save,)))
        notes += [_hit_words(own), _save_words(foe)]
        if own.get("result_modifiers"):
            added = sum(each["value"] for each in own["result_modifiers"])
            notes.append(words.adds(own["name"], added) + _why(own["result_modifiers"]))
    text = "; ".join(note for note in notes if "(" in note or "again" in note)
    return Listing(words.TO_HIT_AND_SAVE, words.DICE, ("Chance",), tuple(rows), f"{text}." if text else "")


def _hit_words(side: Json) -> str:
    return words.hits_on(side["name"], side["hits_on"]) + _again_hit(side)


def _again_hit(side: Json) -> str:
    again = f", {words.again(side['misses_again'], 'misses')}" if side["misses_again"] else ""
    return _why(side["hit_modifiers"]) + again


def _save_words(side: Json) -> str:
    again = f", {words.again(side['saves_again'], 'failed saves')}" if side["saves_again"] else ""
    return words.saves_on(side["name"], side["saves_on"]) + _why(side["save_modifiers"]) + again


def _why(modifiers: Sequence[Json]) -> str:
    parts = [f"{each['why']} {each['value']:+d} ({each['rule']})" for each in modifiers]
    return f": {', '.join(parts)}" if parts else ""


def _fates(side: Json) -> Listing:
    """Return how a unit is afterwards, by both readings of the break test (MPP-1.2.b, MPP-1.2.c)."""
    rows = tuple(
        Listed(said, "", side["fates"][fate], (side["fates"][fate], side["literal"][fate]))
        for fate, said in words.FATES.items() if side["fates"][fate] or side["literal"][fate]
    )  # fmt: skip
    heads = (words.AS_READ, words.AS_PRINTED)
    return Listing(words.after_test(side["name"]), words.BREAK_TEST, heads, rows, words.READINGS)


def _order(answer: Json) -> Answer:
    once, again = answer["once"], answer["rerolled"]
    rows = [
        Listed(words.MOVE_WORDS[row["moves"]], "MPP-C-06", row["probability"],
               (row["probability"], more["probability"]))
        for row, more in zip(once["moves"], again["moves"], strict=True)
    ]  # fmt: skip
    rows.append(Listed(words.BLUNDER, "MPP-C-08", once["blunder"], (once["blunder"], again["blunder"])))
    moves = sum(row["probability"] for row in once["moves"] if row["moves"])
    why = _why(answer["modifiers"]).removeprefix(": ")
    listing = Listing(
        words.MOVES, words.ORDER, (words.ONCE, words.REROLLED), tuple(rows), f"{why}." if why else ""
    )
    brief = ((words.WINS_ORDER, f"{moves:.0%}"),)
    return Answer(f"{words.ORDER}: {words.needs(answer['needed'])}", brief, listings=(listing,))


def _listed(name: str, side: Json) -> str:
    shares = ", ".join(f"{row[name]}: {row['probability']:.1%}" for row in side[name])
    said = (words.HITS if name == "hits" else words.CASUALTIES_TAKEN).lower()
    return f"{said} {shares}; {side[f'expected_{name}']:.2f} expected"
