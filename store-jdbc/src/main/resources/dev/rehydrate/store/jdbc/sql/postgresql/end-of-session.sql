reset enable_seqscan;
reset enable_hashjoin;
reset enable_mergejoin;
reset lock_timeout;
reset plan_cache_mode;
