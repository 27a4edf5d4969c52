-- What expired owners held in the middle of a turn. Of each owner at most a page is read, in the order of the index.
select cast(0 as bigint) as place, h.address, h.head
from unnest(cast(:expired as uuid[])) as e (id)
cross join lateral (
    select address, head from rehydrate.slot
    where holder = e.id and host_type = :host_type and state = 1 and not suspended and address > :after
        and definition = any(:definitions) -- if definitions
        and (definition is null or definition = any(:definitions)) -- if definitions_or_none
    order by address limit :limit
) h
order by h.address limit :limit;
