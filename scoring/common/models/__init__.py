from scoring.common.models.restored import Restored
from scoring.common.models.visitor import Visitor

__all__ = [
    "Restored",
    "Visitor",
]
