-- The head comes once, however many values there are. Of some slots only the values of keys and those that are named are read.
-- The lengths of values are known without reading them. If those of a group are too many bytes, none comes, and a row without an
-- address says so.
-- part bounded
with total as materialized (
    select (
        select coalesce(sum(octet_length(bytes)), 0)
        from rehydrate.slot_value where address = any(cast(:whole as uuid[]))
    ) + (                                                                               -- if partial
        select coalesce(sum(octet_length(v.bytes)), 0)                                  -- if partial
        from unnest(cast(:named_address as uuid[]), cast(:named_name as text[])) as n (address, name) -- if partial
        join rehydrate.slot_value v on v.address = n.address and v.name = n.name        -- if partial
    ) as bytes
)
select cast(null as uuid) as address, cast(0 as bigint) as version, cast(null as text) as name, cast(null as bytea) as bytes,
    cast(null as bytea) as head
from total where bytes > :most_bytes
union all
-- always
select address, version, cast(null as text) as name, cast(null as bytea) as bytes, head
from rehydrate.slot where address = any(cast(:address as uuid[]))
union all
select address, cast(0 as bigint), name, bytes, null
from rehydrate.slot_value where address = any(cast(:whole as uuid[]))
  and (select bytes from total) <= :most_bytes                                          -- if bounded
-- part partial
union all
select address, cast(0 as bigint), name, bytes, null
from rehydrate.slot_value where address = any(cast(:partial as uuid[])) and name like 'k:%'
union all
select v.address, cast(0 as bigint), v.name, v.bytes, null
from unnest(cast(:named_address as uuid[]), cast(:named_name as text[])) as n (address, name)
join rehydrate.slot_value v on v.address = n.address and v.name = n.name
where (select bytes from total) <= :most_bytes                                          -- if bounded
;
