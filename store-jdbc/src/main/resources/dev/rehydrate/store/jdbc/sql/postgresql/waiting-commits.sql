-- Of sessions of this user the server shows what they wait for, without any right.
select pid from pg_stat_activity where pid = any(cast(:processes as integer[])) and wait_event = 'SyncRep';
