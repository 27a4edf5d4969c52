update rehydrate.turn set taker = :taker, renewed_at = :now
where name = 'sweep' and (taker = :taker or renewed_at < :stale or renewed_at > :now);
