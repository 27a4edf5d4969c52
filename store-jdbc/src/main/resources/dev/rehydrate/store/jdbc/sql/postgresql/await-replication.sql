-- A commit of its own that writes the log, and so waits for a synchronous standby to have all that was committed before.
select cast(pg_logical_emit_message(true, 'rehydrate', '') as text);
