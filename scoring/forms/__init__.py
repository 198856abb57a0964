"""What a thumb may submit. Forms turn it into values and ask the rules; they store nothing."""
