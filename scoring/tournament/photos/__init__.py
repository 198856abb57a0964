"""Read photographs and scans of tally cards. A picture becomes cards, and their rows become marks
with the ink in each box. `scoring.tournament.pure.card_marks` decides what they say.

It needs the libraries of the extra "photos", which `library` asks for in a sentence.
"""
