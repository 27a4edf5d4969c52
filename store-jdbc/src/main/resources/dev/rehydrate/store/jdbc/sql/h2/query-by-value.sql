-- A page in the order of a promoted value, of the instances that have it: one look at the tables, because the parts of a union do
-- not see them at the same moment here.
select f.address, v.name, v.bytes,                                                      -- if values
    case when row_number() over (partition by f.address order by v.name) = 1 then f.head end, -- if values
select f.address, cast(null as varchar) as name, cast(null as varbinary) as bytes, f.head, -- if plain
    f.rank, f.tail
from (
    select s.address, s.head, o.rank, o.tail
    from rehydrate.slot s
    {joins}
    join rehydrate.promoted o on o.address = s.address and o.name = :sort_by
    where s.state is not null
    {conditions}
      and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
      and o.rank >= :after_rank                                                         -- if after_ascending
      and (o.rank, o.tail, s.address) > (:after_rank, :after_tail, :after)              -- if after_ascending
      and o.rank <= :after_rank                                                         -- if after_descending
      and (o.rank, o.tail) <= (:after_rank, :after_tail)                                -- if after_descending
      and ((o.rank, o.tail) < (:after_rank, :after_tail) or s.address > :after)         -- if after_descending
    order by o.rank, o.tail, s.address                                                  -- if ascending
    order by o.rank desc, o.tail desc, s.address                                        -- if descending
    limit {limit}
    offset :offset                                                                      -- if offset
) f
left join rehydrate.slot_value v on v.address = f.address                               -- if values
  and v.name in ({names})                                                               -- if some_values
order by f.rank, f.tail, f.address                                                      -- if ascending
order by f.rank desc, f.tail desc, f.address                                            -- if descending
    , v.name                                                                            -- if values
;
