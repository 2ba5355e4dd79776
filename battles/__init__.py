"""Battles: a set-up, a seed and the choices made, replayed by the rules."""
