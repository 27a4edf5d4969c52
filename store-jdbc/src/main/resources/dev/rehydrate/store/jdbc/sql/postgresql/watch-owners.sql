-- A number that is another one if other owners are there or have expired, and the beats of some. Only these rows are sent. The clock comes
-- with what is asked for anyway.
select r.roster, o.id, o.beat, cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) as clock
from (
    select coalesce(bit_xor(hashtextextended(cast(id as text) || cast(dead as text), 0)), 0) # count(*) as roster
    from rehydrate.owner
) r
left join rehydrate.owner o on o.id = any(cast(:watched as uuid[]));
