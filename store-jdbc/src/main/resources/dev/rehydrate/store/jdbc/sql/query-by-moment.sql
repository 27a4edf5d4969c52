-- A page in the order of a moment of the header, of the instances that have one. The index of the moment has the addresses, too.
-- H2 begins a range behind the rows without a moment, and reads all of these for "is not null".
select f.address, v.name, v.bytes,                                                      -- if values
    case when row_number() over (partition by f.address order by v.name) = 1 then f.head end, -- if values
select f.address, cast(null as varchar) as name, cast(null as varchar) as bytes, f.head, -- if plain
    f.moment
from (
    select s.address, s.head, s.{moment} as moment
    from rehydrate.slot s
    {joins}
    where s.state is not null
      and s.{moment} >= cast(-9223372036854775808 as bigint)
      {conditions}
      and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
      and s.{moment} >= :after_moment                                                   -- if after_ascending
      and (s.{moment}, s.address) > (:after_moment, :after)                             -- if after_ascending
      and s.{moment} <= :after_moment                                                   -- if after_descending
      and (s.{moment} < :after_moment or s.address > :after)                            -- if after_descending
    order by s.{moment}, s.address                                                      -- if ascending
    order by s.{moment} desc, s.address                                                 -- if descending
    limit {limit}
    offset :offset                                                                      -- if offset
) f
left join rehydrate.slot_value v on v.address = f.address                               -- if values
  and v.name in ({names})                                                               -- if some_values
order by f.moment, f.address                                                            -- if ascending
order by f.moment desc, f.address                                                       -- if descending
    , v.name                                                                            -- if values
;
