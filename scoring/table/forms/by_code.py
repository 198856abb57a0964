"""A table's code as it is typed."""

from __future__ import annotations

from scoring.common.fields import CodeForm


class TableCodeForm(CodeForm):
    """Small letters, spaces and dashes are forgiven."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = "The table’s code"
        code.help_text = "Eight letters and digits, shown under QR codes at the table."
        code.error_messages["required"] = "Type the code. It has eight letters and digits."
