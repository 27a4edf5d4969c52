-- A report that reads the view at this moment must not keep the store from being opened.
set local lock_timeout = '2s';
-- Stores that are opened at the same time do it one after the other: two at once would fail.
lock table rehydrate.rehydrate_schema_history in share row exclusive mode;
-- The function greatest passes over what is null, so that each instance was shown as due, and as expired, since the year 1.
create or replace view rehydrate.instances as
select address as id,
       case state when 0 then 'UNINITIALIZED' when 1 then 'INITIALIZED' else 'COMPLETED' end as state,
       host_type,
       definition,
       suspended,
       holder,
       case when due_at is not null then to_timestamp(greatest(due_at, -62135596800000000) / 1000000.0) end as due_at,
       case when expires_at is not null then to_timestamp(greatest(expires_at, -62135596800000000) / 1000000.0) end as expires_at,
       case when created_at is not null then to_timestamp(greatest(created_at, -62135596800000000) / 1000000.0) end as created_at,
       case when updated_at is not null then to_timestamp(greatest(updated_at, -62135596800000000) / 1000000.0) end as updated_at
from rehydrate.slot
where state is not null;
comment on view rehydrate.instances is 'one row for each instance, for reports; a time that an instance does not have is null';
