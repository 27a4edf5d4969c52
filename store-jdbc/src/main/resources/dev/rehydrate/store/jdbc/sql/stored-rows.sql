-- What is stored at an address, as it is: slot, slot_value, promoted.
select * from rehydrate.slot where address = :address;

select * from rehydrate.slot_value where address = :address order by name;

select * from rehydrate.promoted where address = :address order by name;
