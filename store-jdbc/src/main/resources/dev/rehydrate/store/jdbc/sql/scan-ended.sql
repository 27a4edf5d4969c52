-- Completed or failed instances, the earliest end first.
select ended_at as place, address, head from rehydrate.slot
where state = :state and ended_at <= :until and (ended_at, address) > (:place, :after)
order by ended_at, address limit :limit;
