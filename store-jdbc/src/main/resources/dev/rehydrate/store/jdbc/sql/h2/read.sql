-- A join, not a union: the two parts of a union do not see the tables at the same moment. Of some slots only the values of keys
-- and those that are named are read.
select s.address, s.version, v.name, v.bytes, s.head
from rehydrate.slot s
left join rehydrate.slot_value v on v.address = s.address
-- part partial
    and (v.address = any(cast(:whole as uuid array)) or v.name like 'k:%' or (v.address, v.name) in (
        select n.address, n.name
        from unnest(cast(:named_address as uuid array), cast(:named_name as varchar array)) as n (address, name)
    ))
-- always
where s.address = any(cast(:address as uuid array));
