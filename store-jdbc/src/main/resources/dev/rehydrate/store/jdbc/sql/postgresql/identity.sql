-- The tables of a dump that was restored elsewhere have another server or database; those that were dropped and made anew,
-- another first migration.
select concat_ws('/',
    (select system_identifier from pg_control_system()),
    (select oid from pg_database where datname = current_database()),
    (select cast(extract(epoch from min(installed_on)) as numeric) from rehydrate.rehydrate_schema_history));
