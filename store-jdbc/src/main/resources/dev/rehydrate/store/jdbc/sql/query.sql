-- A line that ends with "if x" is there only if x is; one with "for each" once for each condition, numbered by #.
select count(*) from (select 1                                                          -- if count
select s.address, s.head                                                                -- if page
from rehydrate.slot s
join rehydrate.promoted p# on p#.address = s.address and p#.name = :name#               -- for each
join rehydrate.promoted o on o.address = s.address and o.name = :sort_by                -- if with_value
where s.state is not null
  and s.state in (:state0, :state1, :state2)                                            -- if some_states
  and s.host_type = :host_type                                                          -- if host_type
  and s.definition = :definition                                                        -- if definition
  and s.suspended = :suspended                                                          -- if suspended
  and s.holder = :holder                                                                -- if holder
  and (p#.rank, p#.tail) >= (:low_rank#, :low_tail#)                                    -- for each
  and (p#.rank, p#.tail) <= (:high_rank#, :high_tail#)                                  -- for each
  and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
  and not exists (                                                                      -- if without_value
    select 1 from rehydrate.promoted o where o.address = s.address and o.name = :sort_by -- if without_value
  )                                                                                     -- if without_value
  and s.address > :after                                                                -- if after_id_up
  and s.address < :after                                                                -- if after_id_down
  and (o.rank, o.tail, s.address) > (:after_rank, :after_tail, :after)                  -- if after_value_up
  and (o.rank, o.tail) <= (:after_rank, :after_tail)                                    -- if after_value_down
  and ((o.rank, o.tail) < (:after_rank, :after_tail) or s.address > :after)             -- if after_value_down
order by o.rank, o.tail, s.address                                                      -- if ascending_value
order by o.rank desc, o.tail desc, s.address                                            -- if descending_value
order by s.address                                                                      -- if ascending
order by s.address desc                                                                 -- if descending
limit :limit offset :offset                                                             -- if page
) counted                                                                               -- if count
;
