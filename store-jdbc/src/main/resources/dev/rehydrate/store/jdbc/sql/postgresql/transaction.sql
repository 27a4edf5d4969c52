-- Which transaction this is, once it has written something.
select cast(pg_current_xact_id_if_assigned() as text);
