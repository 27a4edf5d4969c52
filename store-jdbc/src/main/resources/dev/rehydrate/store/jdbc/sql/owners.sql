select id, beat, dead, about from rehydrate.owner;
