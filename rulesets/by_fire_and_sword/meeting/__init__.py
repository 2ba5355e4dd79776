"""The meeting of two forces: from their lists to a table on which the battle may begin (BFS-30.3).

play        the seven steps            reconnaissance  H: effects that are bought
options     what players agree on      deployment      I: zones, order, who is set aside (robbers)
compare     A, B: who is weaker        squadrons       who acts as one unit
scenario    C, D: which scenario       draw            units drawn at random
fortify     E: fortifications          reminders       what comes later on the table
effects     F: additional effects      policy          choices for an automatic meeting
terrain     G: the table (placing, spots, table, changing)
"""
