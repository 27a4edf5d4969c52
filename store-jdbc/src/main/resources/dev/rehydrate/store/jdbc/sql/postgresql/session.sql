-- A group is small and its rows are found by their key, however little the planner knows of a new table yet.
set enable_seqscan = off;
set enable_hashjoin = off;
set enable_mergejoin = off;
-- A statement that waits longer for a lock is ended by the server, which then says that nothing was done.
select set_config('lock_timeout', :lock_timeout, false);
-- The plan is made once, for all values of the parameters: planning costs more than these statements do.
set plan_cache_mode = force_generic_plan;
