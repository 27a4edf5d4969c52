-- What expired owners held in the middle of a turn.
select cast(0 as bigint) as place, address, head from rehydrate.slot
where holder = any(cast(:expired as uuid array)) and host_type = :host_type and state = 1 and not suspended and address > :after
    and definition = any(:definitions) -- if definitions
    and (definition is null or definition = any(:definitions)) -- if definitions_or_none
order by address limit :limit;
