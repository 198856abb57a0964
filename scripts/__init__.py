"""What ./run and ./test do, with nothing but Python's own library until .venv/ is filled."""
