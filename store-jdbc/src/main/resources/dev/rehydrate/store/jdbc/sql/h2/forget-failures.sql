-- A migration that has failed is run again, not refused.
delete from rehydrate."rehydrate_schema_history" where "success" = false;
