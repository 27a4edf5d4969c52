select due_at as place, address, head from rehydrate.slot
where holder is null and not suspended and state = 1
    and host_type = :host_type and due_at >= :from and (due_at, address) > (:place, :after)
order by due_at, address limit :limit;
