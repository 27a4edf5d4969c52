-- A row that is not locked is locked for the moment of this statement.
with free as materialized (
    select address from rehydrate.slot where address = any(cast(:address as uuid[])) for update skip locked
), free_values as materialized (
    select address, name from rehydrate.slot_value where address = any(cast(:address as uuid[])) for update skip locked
), free_promoted as materialized (
    select address, name from rehydrate.promoted where address = any(cast(:address as uuid[])) for update skip locked
)
select address from rehydrate.slot where address = any(cast(:address as uuid[])) and address not in (select address from free)
union
select v.address from rehydrate.slot_value v where v.address = any(cast(:address as uuid[]))
    and (v.address, v.name) not in (select address, name from free_values)
union
select p.address from rehydrate.promoted p where p.address = any(cast(:address as uuid[]))
    and (p.address, p.name) not in (select address, name from free_promoted);
