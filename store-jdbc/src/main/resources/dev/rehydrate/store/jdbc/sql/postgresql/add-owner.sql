insert into rehydrate.owner (id, beat, dead, about) values (:id, :beat, :dead, :about)
on conflict (id) do update set beat = excluded.beat, dead = excluded.dead, about = excluded.about;
