select due_at as place, address, head from rehydrate.slot
where holder is null and not suspended and state = 1
    and host_type = :host_type and due_at <= :until and (due_at, address) > (:place, :after)
    and definition = any(:definitions) -- if definitions
    and (definition is null or definition = any(:definitions)) -- if definitions_or_none
order by due_at, address limit :limit;
