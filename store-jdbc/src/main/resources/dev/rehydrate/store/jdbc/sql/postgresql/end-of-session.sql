reset enable_seqscan;
reset enable_hashjoin;
reset enable_mergejoin;
reset lock_timeout;
