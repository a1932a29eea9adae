#!/bin/sh
# Run once by the image of PostgreSQL, on an empty volume: Tribe's database, and an account for each role with its password.
set -eu
psql -v ON_ERROR_STOP=1 -v database=tribe -f /sql/roles.sql
psql -v ON_ERROR_STOP=1 -f /run/secrets/passwords.sql
