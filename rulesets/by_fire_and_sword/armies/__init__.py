"""Forces of By Fire and Sword: books of cards, the check of a list (BFS-29.2.9), what a force is worth.

book      books and their documents (cards, faults)   levy      a list read against the cards
offers    entries and options of a card               check     whether it is legal (command, division)
lists     what a list may hold, samples               force     its figures (prices)
own       books of users                              printed   a card as it is printed
"""
