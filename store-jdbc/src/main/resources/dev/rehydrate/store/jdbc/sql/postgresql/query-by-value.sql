-- A page in the order of a promoted value, of the instances that have it. An index has the first bytes of the values and the
-- addresses. While no value of this name is longer, that is the order of the page, and the page costs its length however
-- many instances have the same value. Otherwise the last part sorts what begins alike. All parts see the same moment.
select f.address, v.name, v.bytes,                                                      -- if values
    case when row_number() over (partition by f.address order by v.name) = 1 then f.head end, -- if values
select f.address, cast(null as varchar) as name, cast(null as bytea) as bytes, f.head,  -- if plain
    f.rank, f.tail
from (
    select u.address, u.head, u.rank, u.tail from (
-- part same_value
        (select s.address, s.head, o.rank, o.tail
        from rehydrate.promoted o
        join rehydrate.slot s on s.address = o.address
        {joins}
        where o.name = :sort_by
          and not exists (select 1 from rehydrate.promoted l where l.name = :sort_by and l.tail <> '')
          and s.state is not null
          {conditions}
          and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
          and o.rank = :after_rank
          and o.address > :after                                                        -- if after_short
        order by o.address
        limit {limit})
        union all
-- part short_values
        (select s.address, s.head, o.rank, o.tail
        from rehydrate.promoted o
        join rehydrate.slot s on s.address = o.address
        {joins}
        where o.name = :sort_by
          and not exists (select 1 from rehydrate.promoted l where l.name = :sort_by and l.tail <> '')
          and s.state is not null
          {conditions}
          and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
          and o.rank > :after_rank                                                      -- if after_ascending
          and o.rank < :after_rank                                                      -- if after_descending
        order by o.rank, o.address                                                      -- if ascending
        order by o.rank desc, o.address                                                 -- if descending
        limit {limit}
        offset :offset                                                                  -- if offset
        )
        union all
-- always
        (select s.address, s.head, o.rank, o.tail
        from rehydrate.promoted o
        join rehydrate.slot s on s.address = o.address
        {joins}
        where o.name = :sort_by
          and exists (select 1 from rehydrate.promoted l where l.name = :sort_by and l.tail <> '')
          and s.state is not null
          {conditions}
          and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
          and o.rank >= :after_rank                                                     -- if after_ascending
          and (o.rank, o.tail, o.address) > (:after_rank, :after_tail, :after)          -- if after_ascending
          and o.rank <= :after_rank                                                     -- if after_descending
          and (o.rank, o.tail) <= (:after_rank, :after_tail)                            -- if after_descending
          and ((o.rank, o.tail) < (:after_rank, :after_tail) or o.address > :after)     -- if after_descending
        order by o.rank, o.tail, o.address                                              -- if ascending
        order by o.rank desc, o.tail desc, o.address                                    -- if descending
        limit {limit}
        offset :offset                                                                  -- if offset
        )
    ) u
    order by u.rank, u.tail, u.address                                                  -- if ascending
    order by u.rank desc, u.tail desc, u.address                                        -- if descending
    limit {limit}
) f
left join rehydrate.slot_value v on v.address = f.address                               -- if values
  and v.name in ({names})                                                               -- if some_values
order by f.rank, f.tail, f.address                                                      -- if ascending
order by f.rank desc, f.tail desc, f.address                                            -- if descending
    , v.name                                                                            -- if values
;
