"""What systems on free tables share, in the system's own unit of measure: terrain, sight, rivers, obstacles.

shapes     terrain pieces as shapes, with what the system's tables say of them
ground     what a base stands on, who is higher, where nobody may stand
sight      lines of sight through pieces
rivers     which way they run, and what crosses them at their fords and bridges
obstacles  hedges and walls: who crosses them, whom they protect
passage    what terrain does to a move
"""
