-- H2 commits each statement. What V1 has left if it was ended in the middle is removed before it is run again.
drop view if exists rehydrate.instances;
drop table if exists rehydrate.slot;
drop table if exists rehydrate.slot_value;
drop table if exists rehydrate.promoted;
drop table if exists rehydrate.owner;
drop table if exists rehydrate.turn;
drop sequence if exists rehydrate.slot_version;
