"""A club night: check-in, seats, cutting in and out, the sign-up list, the big screen."""
