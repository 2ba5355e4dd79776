"""Tournaments as tables: players in from CSV and XLSX; players, pairings, results and standings out."""
