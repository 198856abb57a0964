"""The demo club, with a year of invented evenings, and tonight."""
