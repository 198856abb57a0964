"""The paper: PDF sheets drawn with reportlab. Values in, bytes out: no request, no database."""
