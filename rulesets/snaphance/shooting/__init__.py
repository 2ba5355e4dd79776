"""Firing (SN-7).

dice      how many dice a volley has, from its facts
cover     what ground does for those who stand in it or behind it
volley    whom a stand may fire at; one volley by one rank: its dice, then the Morale Test of its target
fire      firing as the action of a stand that acts, and on opportunity
contact   defensive, supporting and contact fire when stands have met
"""
