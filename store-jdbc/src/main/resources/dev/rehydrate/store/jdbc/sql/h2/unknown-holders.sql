select h.holder from (select distinct holder from rehydrate.slot where holder is not null) h
where not exists (select 1 from rehydrate.owner o where o.id = h.holder);
