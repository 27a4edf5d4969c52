select 1 from rehydrate.slot limit 1;
