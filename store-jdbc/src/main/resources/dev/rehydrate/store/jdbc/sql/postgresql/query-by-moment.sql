-- A page in the order of a moment of the header, of the instances that have one. The index of the moment has the addresses, too.
-- Backwards it has those of one moment in the wrong order, so that all of them would be read to sort them. So the moment of the place
-- and the latest one behind it, which can be those of a whole farm, are read each in the order of the addresses; what is behind
-- both is read only if there is room on the page.
select f.address, v.name, v.bytes,                                                      -- if values
    case when row_number() over (partition by f.address order by v.name) = 1 then f.head end, -- if values
select f.address, cast(null as varchar) as name, cast(null as bytea) as bytes, f.head,  -- if plain
    f.moment
from (
-- part in_order
    select s.address, s.head, s.{moment} as moment
    from rehydrate.slot s
    {joins}
    where s.state is not null
      and s.{moment} is not null
      {conditions}
      and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
      and s.{moment} >= :after_moment                                                   -- if after_ascending
      and (s.{moment}, s.address) > (:after_moment, :after)                             -- if after_ascending
    order by s.{moment}, s.address                                                      -- if ascending
    order by s.{moment} desc, s.address                                                 -- if descending
    limit {limit}
    offset :offset                                                                      -- if offset
-- part by_groups
    with top as (
        select max(t.{moment}) as moment
        from rehydrate.slot t
        where t.{moment} is not null
          and t.{moment} < :after_moment                                                -- if after_descending
    )
-- part same_moment
    , same as materialized (
        select s.address, s.head, s.{moment} as moment
        from rehydrate.slot s
        {joins}
        where s.state is not null
          and s.{moment} = :after_moment
          and s.address > :after
          {conditions}
          and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
        order by s.address
        limit {limit}
    )
-- part by_groups
    , latest as materialized (
        select s.address, s.head, s.{moment} as moment
        from rehydrate.slot s
        {joins}
        where s.state is not null
          and s.{moment} = (select moment from top)
          and (select count(*) from same) < {limit}                                     -- if same_moment
          {conditions}
          and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
        order by s.address
        limit {limit}
    )
    , rest as materialized (
        select s.address, s.head, s.{moment} as moment
        from rehydrate.slot s
        {joins}
        where s.state is not null
          and s.{moment} < (select moment from top)
          and s.{moment} <= :after_moment                                               -- if after_descending
          and (select moment from top) is not null
          and (select count(*) from same) + (select count(*) from latest) < {limit}     -- if same_moment
          and (select count(*) from latest) < {limit}
          {conditions}
          and (s.expires_at is null or s.expires_at > :now or s.holder is not null)
        order by s.{moment} desc, s.address
        limit {limit}
    )
    select u.address, u.head, u.moment
    from (
        select address, head, moment from same union all                                -- if same_moment
        select address, head, moment from latest union all
        select address, head, moment from rest
    ) u
    order by u.moment desc, u.address
    limit {limit}
-- always
) f
left join rehydrate.slot_value v on v.address = f.address                               -- if values
  and v.name in ({names})                                                               -- if some_values
order by f.moment, f.address                                                            -- if ascending
order by f.moment desc, f.address                                                       -- if descending
    , v.name                                                                            -- if values
;
