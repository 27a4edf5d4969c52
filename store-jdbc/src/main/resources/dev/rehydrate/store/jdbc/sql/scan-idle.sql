-- Slots with nothing but memories, the oldest first.
select idle_since as place, address, head from rehydrate.slot
where idle_since <= :until and (idle_since, address) > (:place, :after)
order by idle_since, address limit :limit;
