select cast(0 as bigint) as place, address, head from rehydrate.slot
where holder = :holder and address > :after
order by address limit :limit;
