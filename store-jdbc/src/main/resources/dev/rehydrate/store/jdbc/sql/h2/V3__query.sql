-- The due time is kept while an owner holds the instance or it is suspended, so that queries find it.
create index slot_timer on slot (due_at, address);
create index slot_created on slot (created_at, address);
