"""Charges (BQ-5.4, BQ-7.2).

plan     what a charge can reach, and with what chance
assault  the move and the clash, whoever charges
run      options, the charge from declaration to its end, Potential Charge, Countercharge
"""
