-- The index has what expires soon, too: up to an eighth of all idle instances, of which no head is read.
select sweep_at as place, address, head from rehydrate.slot
where sweep_at <= :until and expires_at <= :until and (holder is null or holder = any(cast(:expired as uuid[])))
    and (sweep_at, address) > (:place, :after)
order by sweep_at, address limit :limit;
