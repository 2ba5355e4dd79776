"""FIDE's codes for kinds of tournaments (TRF-26, 192) and tie-breaks (202, 212), and what they are here."""

from __future__ import annotations

from typing import Any

from tournaments.engine.settings import Fide, Settings, TieBreak

_SYSTEMS: dict[str, Any] = {"FIDE_DUTCH": "dutch", "FIDE_DUBOV": "dubov", "FIDE_BURSTEIN": "burstein"}
_ROBINS = {
    "BERGER_ROUNDROBIN": "round_robin", "BERGER_ROUNDROBIN_G1": "round_robin",
    "FIDE_ROUNDROBIN": "round_robin", "BERGER_ROUNDROBIN_G2": "double_round_robin",
    "BERGER_DOUBLEROUNDROBIN": "double_round_robin",
}  # fmt: skip
CUSTOM = "CUSTOM_SWISS"
BAKU = "_BAKU"
_EDITIONS = ("_2017", "_2025", "_2026")
_TIEBREAKS: dict[str, Any] = {
    "BH": "buchholz", "SB": "sonneborn_berger", "DE": "direct", "WON": "wins_fought", "WIN": "wins_all",
    "PS": "progressive", "ARO": "rating",
}  # fmt: skip
_CUTS = {"": (0, 0), "C1": (1, 0), "C2": (2, 0), "M1": (1, 1), "M2": (2, 2)}


def kind_of(code: str) -> dict[str, Any] | None:
    """Return the settings that a code for a kind of tournament stands for, None if it is none of ours."""
    plain = code.upper().removesuffix(BAKU)
    if plain == CUSTOM:
        return {"kind": "swiss", "fide": None}
    if plain in _ROBINS:
        return {"kind": _ROBINS[plain]}
    for edition in _EDITIONS:
        plain = plain.removesuffix(edition)
    return {"kind": "swiss", "fide": Fide(system=_SYSTEMS[plain])} if plain in _SYSTEMS else None


def code_of(settings: Settings) -> str:
    """Return the code for a kind of tournament."""
    if settings.kind != "swiss":
        return f"BERGER_ROUNDROBIN_G{1 if settings.kind == 'round_robin' else 2}"
    if settings.fide is None:
        return CUSTOM
    return {"dutch": "FIDE_DUTCH_2025", "dubov": "FIDE_DUBOV", "burstein": "FIDE_BURSTEIN"}[
        settings.fide.system
    ]


def tiebreak_of(code: str) -> TieBreak | None:
    """Return the tie-break that a code such as `BH/C1` stands for, None if it is none of ours."""
    name, _, cut = code.strip().upper().partition("/")
    if name not in _TIEBREAKS or cut not in _CUTS:
        return None
    low, high = _CUTS[cut]
    return TieBreak(by=_TIEBREAKS[name], cut_low=low, cut_high=high)


def tiebreak_code(how: TieBreak) -> str | None:
    """Return FIDE's code of a tie-break, None if it has none."""
    for name, by in _TIEBREAKS.items():
        for cut, cuts in _CUTS.items():
            if by == how.by and cuts == (how.cut_low, how.cut_high):
                return f"{name}/{cut}" if cut else name
    return None
