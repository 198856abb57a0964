#!/bin/bash

# Install the wheel that lies in conf/, its variables, its service and its web address.
install_bowerbook() {
    python3 -m venv "$install_dir/venv"
    ynh_hide_warnings "$install_dir/venv/bin/pip" install --quiet ../conf/bowerbook-*.whl
    ynh_config_add --template="bowerbook.env" --destination="$install_dir/bowerbook.env"
    chown -R "$app:$app" "$install_dir" "$data_dir"
    chmod 600 "$install_dir/bowerbook.env"
    chmod 700 "$data_dir"
    ynh_config_add_systemd
    ynh_config_add_nginx
    yunohost service add "$app" --description="Score book of a Euchre club"
}
