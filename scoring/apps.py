from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig

FEATURES = "people table money evening tournament league club public site".split()


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Bowerbook"

    def ready(self) -> None:
        """Let each feature register with the features below it (scoring/common/hooks.py)."""
        for feature in FEATURES:
            if find_spec(f"scoring.{feature}.registered"):
                import_module(f"scoring.{feature}.registered")
