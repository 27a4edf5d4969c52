-- What expired owners held when it had no data yet.
select cast(0 as bigint) as place, address, head from rehydrate.slot
where holder = any(cast(:expired as uuid array)) and state = 0 and not suspended and address > :after
order by address limit :limit;
