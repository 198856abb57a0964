"""Addresses of a club's people, of who runs it, and of signing in."""

from django.urls import include, path

from scoring.people.views import (
    import_people,
    new_club,
    officers,
    passkeys,
    people,
    second_factor,
    sign_in,
)

club_urls = [
    path("people/", people.people, name="people"),
    path("people/import", import_people.bring_people, name="import-people"),
    path("players/add", people.add_people, name="add-players"),
    path("players/<number:player>/edit", people.edit_player, name="edit-player"),
    path("players/<number:player>/apart", people.apart, name="tell-apart"),
    path("officers/", officers.officers, name="officers"),
    path("officers/invite", officers.invite_officer, name="invite-officer"),
    path("officers/<number:officer>/", officers.officer, name="officer"),
    path("officers/<number:officer>/remove", officers.remove, name="remove-officer"),
    path("officers/<number:officer>/new-password", officers.new_password, name="new-password"),
    path("invitations/<number:invitation>/", officers.one_invitation, name="one-invitation"),
    path(
        "officers/<number:officer>/remove-passkeys",
        officers.remove_passkeys_of,
        name="remove-passkeys",
    ),
    path(
        "invitations/<number:invitation>/revoke",
        officers.take_invitation_back,
        name="revoke-invitation",
    ),
]

urlpatterns = [
    path("sign-in", sign_in.sign_in, name="sign-in"),
    path("sign-in/code", second_factor.sign_in_code, name="sign-in-code"),
    path("sign-in/passkey", passkeys.sign_in_passkey, name="sign-in-passkey"),
    path("passkeys", passkeys.passkeys, name="passkeys"),
    path("passkeys/new", passkeys.new_passkey, name="new-passkey"),
    path(
        "passkeys/<number:passkey>/remove", passkeys.remove_own_passkey, name="remove-own-passkey"
    ),
    path("passkeys/recovery-codes", passkeys.recovery_codes, name="recovery-codes"),
    path("second-factor", second_factor.second_factor, name="second-factor"),
    path("sign-out", sign_in.sign_out, name="sign-out"),
    path("password", sign_in.change_password, name="password-change"),
    path("signed-in-on", sign_in.signed_in_on, name="signed-in-on"),
    path("invitations/<slug:token>/", officers.invitation, name="invitation"),
    path("site/clubs/new", new_club.new_club, name="new-club"),
    path("clubs/<number:pk>/", include(club_urls)),
]
