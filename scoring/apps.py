from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig

FEATURES = "people table money evening tournament league club public site".split()


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Bowerbook"

    def ready(self) -> None:
        """Let each feature register who may do what (scoring/common/permissions.py), and what it
        does when a feature below it asks (scoring/common/hooks.py)."""
        for feature in FEATURES:
            for name in ("access", "registered"):
                if find_spec(f"scoring.{feature}.{name}"):
                    import_module(f"scoring.{feature}.{name}")
