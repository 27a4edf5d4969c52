-- H2 commits each statement. What V3 has left if it was ended in the middle is removed before it is run again.
drop index if exists rehydrate.slot_timer;
drop index if exists rehydrate.slot_created;
