"""Printed tally cards, filled in by pens and photographed, for the reader of photographs to prove
itself on. Nothing here uses the reader or the code that draws the cards."""
