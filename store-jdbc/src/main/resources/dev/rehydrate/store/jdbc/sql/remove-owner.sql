delete from rehydrate.owner where id = :id;
