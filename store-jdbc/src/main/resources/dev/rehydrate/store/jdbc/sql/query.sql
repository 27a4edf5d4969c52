-- A line that ends with "if x" is there only if x is; what is in braces is made of the query. The limit is written out: with a
-- parameter the planner would expect a tenth of the table.
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
  and s.{moment} is not null                                                            -- if with_moment
  and s.{moment} is null                                                                -- if without_moment
  {after_up}                                                                            -- if after_ascending
  {after_down}                                                                          -- if after_descending
order by {before_address}s.address                                                      -- if ascending
order by s.address desc                                                                 -- if descending
limit {limit}                                                                           -- if page
offset :offset                                                                          -- if offset
) counted                                                                               -- if count
) f left join rehydrate.slot_value v on v.address = f.address                           -- if values
  and v.name in ({names})                                                               -- if some_values
order by f.address, v.name                                                              -- if values_ascending
order by f.address desc, v.name                                                         -- if values_descending
;
