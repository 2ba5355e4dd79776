"""The end of a battle that was fought on a table: what was lost, and the score (BFS-34, BFS-29.8).

`document` is the RESULT document, `losses` counts it, `score` judges it, `motivation` knows a division's
Regiments, `entries` says what players can record.
"""
