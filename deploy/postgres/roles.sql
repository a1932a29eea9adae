-- The database and its accounts, once, as a superuser of PostgreSQL 15 or newer:
--
--   psql -v database=tribe -v ON_ERROR_STOP=1 -f deploy/postgres/roles.sql
--
-- Then give each account a password (\password tribe_web), and run `operator migrate-database` as tribe_owner: it applies the
-- migrations, and grants each account what its process needs, again with each new version (docs/decisions/0219-each-process-has-its-database-role.md).
\if :{?database}
\else
  \set database tribe
\endif

-- Owns the tables and changes them: for migrate-database and the other operator's commands, and for no process.
create role tribe_owner login;
-- One for each role of the server: they read and write rows, and change no table.
create role tribe_web login;
create role tribe_keys login;
create role tribe_realtime login;
create role tribe_worker login;
create role tribe_indexer login;

create database :"database" owner tribe_owner encoding 'UTF8' template template0;
revoke all on database :"database" from public;
grant connect on database :"database" to tribe_web, tribe_keys, tribe_realtime, tribe_worker, tribe_indexer;
