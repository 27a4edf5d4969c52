select concat_ws('/',
    database_path(),
    (select cast(min("installed_on") as varchar) from rehydrate."rehydrate_schema_history"));
