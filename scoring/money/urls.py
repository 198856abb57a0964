"""Addresses of the accounts and of settlements."""

from django.urls import include, path

from scoring.money.views import (
    accounts,
    book_year,
    evening_money,
    new_entry,
    receipts,
    settlement_sheet,
    statement,
    together,
)

table_urls = [
    path("settlement.pdf", settlement_sheet.settlement_by_link, name="table-settlement-sheet"),
]

session_urls = [
    path("settlement.pdf", settlement_sheet.settlement, name="settlement-sheet"),
]

club_urls = [
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/enter", new_entry.enter_line, name="enter-line"),
    path("accounts/year/", book_year.book_year, name="book-year"),
    path("accounts/year.pdf", book_year.book_year_sheet, name="book-year-sheet"),
    path("accounts/year.csv", book_year.book_year_file, name="book-year-file"),
    path("accounts/cash-book.csv", book_year.cash_book_file, name="cash-book-file"),
    path("accounts/year.xlsx", book_year.book_year_file, {"xlsx": True}, name="book-year-workbook"),
    path(
        "accounts/cash-book.xlsx",
        book_year.cash_book_file,
        {"xlsx": True},
        name="cash-book-workbook",
    ),
    path("accounts/opening", together.opening, name="opening"),
    path("accounts/together/<uuid:together>/", together.together, name="together"),
    path(
        "accounts/together/<uuid:together>/take-back",
        together.take_all_back,
        name="take-back-together",
    ),
    path("accounts/statements.pdf", statement.statements, name="statements"),
    path("accounts/cash", accounts.cash_box, name="cash-box"),
    path("accounts/<number:player>/", accounts.account, name="account"),
    path("accounts/<number:player>/statement.pdf", statement.statement, name="statement"),
    path("accounts/lines/<number:entry>/take-back", accounts.take_back_line, name="take-back-line"),
    path("accounts/lines/<number:entry>/receipt.pdf", receipts.receipt, name="receipt"),
    path(
        "accounts/payments/<number:payment>/settle", accounts.settle_waiting, name="settle-waiting"
    ),
    path("accounts/evenings/<number:evening>/", evening_money.evening, name="evening-money"),
    path(
        "accounts/evenings/<number:evening>/receipts.pdf",
        receipts.receipts_of_evening,
        name="evening-receipts",
    ),
]

urlpatterns = [
    path("t/<slug:token>/", include(table_urls)),
    path("sessions/<number:pk>/", include(session_urls)),
    path("clubs/<number:pk>/", include(club_urls)),
]
