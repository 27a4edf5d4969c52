-- One step of the index for each holder, however much it holds.
with recursive holders (id) as (
    (select holder from rehydrate.slot where holder is not null order by holder limit 1)
    union all
    select (select s.holder from rehydrate.slot s where s.holder > h.id order by s.holder limit 1)
    from holders h where h.id is not null
)
select h.id from holders h
where h.id is not null and not exists (select from rehydrate.owner o where o.id = h.id);
