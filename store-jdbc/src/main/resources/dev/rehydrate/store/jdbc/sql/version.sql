select version from rehydrate.slot where address = :address;
