-- A row that is not locked is locked for the moment of this statement.
with free as materialized (
    select address from rehydrate.slot where address = any(cast(:address as uuid[])) for update skip locked
)
select address from rehydrate.slot where address = any(cast(:address as uuid[])) and address not in (select address from free);
