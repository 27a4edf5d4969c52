-- A group is small and its rows are found by their key, however little the planner knows of a new table yet.
set enable_seqscan = off;
set enable_hashjoin = off;
set enable_mergejoin = off;
