merge into rehydrate.owner (id, beat, dead, about) key (id) values (:id, :beat, :dead, :about);
