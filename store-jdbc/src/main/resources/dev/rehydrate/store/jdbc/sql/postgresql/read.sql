-- The head comes once, however many values there are.
select address, version, cast(null as text) as name, cast(null as bytea) as bytes, head
from rehydrate.slot where address = any(cast(:address as uuid[]))
union all
select address, cast(0 as bigint), name, bytes, null
from rehydrate.slot_value where address = any(cast(:address as uuid[]));
