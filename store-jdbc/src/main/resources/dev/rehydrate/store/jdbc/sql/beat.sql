update rehydrate.owner set beat = :beat where id = :id and not dead;
