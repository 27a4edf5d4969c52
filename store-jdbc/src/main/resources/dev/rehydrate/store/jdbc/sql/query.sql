-- A line that ends with "if x" is there only if x is; what is in braces is made of the conditions of the query.
select f.address, v.name, v.bytes,                                                      -- if values
    case when row_number() over (partition by f.address order by v.name) = 1 then f.head end -- if values
from (                                                                                  -- if values
select count(*) from (select 1                                                          -- if count
select s.address, cast(null as varchar) as name, cast(null as varchar) as bytes, s.head -- if plain
select s.address, s.head                                                                -- if values
from rehydrate.slot s
{joins}
join rehydrate.promoted o on o.address = s.address and o.name = :sort_by                -- if with_value
where s.state is not null
{conditions}
  and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
  and not exists (                                                                      -- if without_value
    select 1 from rehydrate.promoted o where o.address = s.address and o.name = :sort_by -- if without_value
  )                                                                                     -- if without_value
  and s.address > :after                                                                -- if after_id_up
  and s.address < :after                                                                -- if after_id_down
  and o.rank >= :after_rank                                                             -- if after_value_up
  and (o.rank, o.tail, s.address) > (:after_rank, :after_tail, :after)                  -- if after_value_up
  and o.rank <= :after_rank                                                             -- if after_value_down
  and (o.rank, o.tail) <= (:after_rank, :after_tail)                                    -- if after_value_down
  and ((o.rank, o.tail) < (:after_rank, :after_tail) or s.address > :after)             -- if after_value_down
order by o.rank, o.tail, s.address                                                      -- if ascending_value
order by o.rank desc, o.tail desc, s.address                                            -- if descending_value
order by s.address                                                                      -- if ascending
order by s.address desc                                                                 -- if descending
limit :limit offset :offset                                                             -- if page
) counted                                                                               -- if count
) f left join rehydrate.slot_value v on v.address = f.address                           -- if values
  and v.name in ({names})                                                               -- if some_values
;
