-- A join, not a union: the two parts of a union do not see the tables at the same moment.
select s.address, s.version, v.name, v.bytes, s.head
from rehydrate.slot s
left join rehydrate.slot_value v on v.address = s.address
where s.address = any(cast(:address as uuid array));
