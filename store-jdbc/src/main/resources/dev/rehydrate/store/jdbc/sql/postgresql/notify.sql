select pg_notify(:channel, message) from unnest(cast(:message as text[])) as m (message);
