-- The head comes once, however many values there are. Of some slots only the values of keys and those that are named are read.
select address, version, cast(null as text) as name, cast(null as bytea) as bytes, head
from rehydrate.slot where address = any(cast(:address as uuid[]))
union all
select address, cast(0 as bigint), name, bytes, null
from rehydrate.slot_value where address = any(cast(:whole as uuid[]))
-- part partial
union all
select address, cast(0 as bigint), name, bytes, null
from rehydrate.slot_value where address = any(cast(:partial as uuid[])) and name like 'k:%'
union all
select v.address, cast(0 as bigint), v.name, v.bytes, null
from unnest(cast(:named_address as uuid[]), cast(:named_name as text[])) as n (address, name)
join rehydrate.slot_value v on v.address = n.address and v.name = n.name;
