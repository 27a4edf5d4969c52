-- The due time is kept while an owner holds the instance or it is suspended, so that queries find it. Due instances that can run
-- are found by an index of their own, as before.
drop index slot_due;
create index slot_due on slot (host_type, due_at, address)
    where due_at is not null and holder is null and not suspended and state = 1;
create index slot_timer on slot (due_at, address) where due_at is not null;
create index slot_created on slot (created_at, address) where created_at is not null;
