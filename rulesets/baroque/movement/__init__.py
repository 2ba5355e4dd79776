"""Movement (BQ-5.1 to BQ-5.3, BQ-5.5, BQ-5.8).

march      how many movement actions, march tests
ways       how far a base may go straight and where it may stop
friends    who may move through whom
falling    falling back, of one's own choice or forced
straight   advance, oblique, back
turns      wheel, about-face, facing to a side, guns
actions    all that the active unit may do
"""
