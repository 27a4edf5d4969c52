select address, version, cast(null as text) as name, head as bytes
from rehydrate.slot where address = any(cast(:address as uuid[]))
union all
select address, cast(0 as bigint), name, bytes
from rehydrate.slot_value where address = any(cast(:address as uuid[]));
