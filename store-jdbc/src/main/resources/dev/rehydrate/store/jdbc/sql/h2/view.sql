-- The function dateadd counts in nanoseconds: microseconds after the year 2262 became a moment of the past.
create or replace view rehydrate.instances as
select address as id,
       case state when 0 then 'UNINITIALIZED' when 1 then 'INITIALIZED' else 'COMPLETED' end as state,
       host_type,
       definition,
       suspended,
       holder,
       dateadd(day, due_at / 86400000000, dateadd(microsecond, mod(due_at, 86400000000), timestamp with time zone '1970-01-01 00:00:00+00')) as due_at,
       dateadd(day, expires_at / 86400000000, dateadd(microsecond, mod(expires_at, 86400000000), timestamp with time zone '1970-01-01 00:00:00+00')) as expires_at,
       dateadd(day, created_at / 86400000000, dateadd(microsecond, mod(created_at, 86400000000), timestamp with time zone '1970-01-01 00:00:00+00')) as created_at,
       dateadd(day, updated_at / 86400000000, dateadd(microsecond, mod(updated_at, 86400000000), timestamp with time zone '1970-01-01 00:00:00+00')) as updated_at
from rehydrate.slot
where state is not null;
comment on view rehydrate.instances is 'one row for each instance, for reports; a time that an instance does not have is null';
