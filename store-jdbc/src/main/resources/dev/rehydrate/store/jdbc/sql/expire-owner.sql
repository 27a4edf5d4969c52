update rehydrate.owner set dead = true where id = :id;
