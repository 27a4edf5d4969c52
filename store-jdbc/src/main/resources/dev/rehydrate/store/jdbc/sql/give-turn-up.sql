update rehydrate.turn set renewed_at = -9223372036854775808 where name = 'sweep' and taker = :taker;
