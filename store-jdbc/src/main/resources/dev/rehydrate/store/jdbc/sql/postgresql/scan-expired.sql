select sweep_at as place, address, head from rehydrate.slot
where sweep_at <= :until and (holder is null or holder = any(cast(:expired as uuid[])))
    and (sweep_at, address) > (:place, :after)
order by sweep_at, address limit :limit;
