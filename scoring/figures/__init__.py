"""What it comes to over many evenings: how people played, seasons, accounts.

Pure Python like the rules: values in, values out, whole numbers only, no database and no clock.
"""
