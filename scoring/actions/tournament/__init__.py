"""The verbs of a progressive evening, from the draw to the prizes."""
