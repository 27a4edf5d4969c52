update rehydrate.owner set dead = true, beat = :retired where id = :id and not dead;
