"""What rule systems on free tables share: tables without hexes, measured in BU, UD, inches or centimetres.

Nothing here knows a unit, a rule or a kind of terrain: the system passes in its measures, sizes and words,
and keeps what its own rules make of the answers.

Terrain
  shapes     pieces as shapes: convex parts, walls, what the tables say of them (`Nature`); `Layouts` keeps
             them. A system makes one `Layouts` with a function from its own piece to a shape, and asks the
             `Layout` of its table everything else
  ground     what a base stands on, who is higher, where nobody may stand
  sight      lines of sight, of which every piece lets so much through
  rivers     which way they run, who crosses them at fords and bridges
  obstacles  hedges and walls: who crosses them, whom they protect
  passage    how far terrain lets a move or a wheel go; the system says what a piece means for its mover
             (`Going`), and puts the `Stop` into words

Setting up
  making     pieces drawn from the numbers that players give
  placing    pieces on the table and among each other, ready-made places, the numbers to ask for
  reading    agreed terrain in a setup document, each fault with its path
  wording    the sentences of these faults
  zones      deployment zones along the long edges, and free places in them
  lineup     battle lines drawn up by themselves

Moving, and the board
  ways       straight ways among other units, passing them and stopping; how far a wheel has room. The system
             bars the way where its rules do
  reach      outlines of what is reached: circles, corridors, arcs of fire, marches
  ghosts     samples along the numbers of an option
"""
