-- Which sessions one that waits is waiting for. If it does not wait any more: which ones have locked something in these tables. Of those of
-- other users the server does not show what they do, unless this user has the rights of pg_read_all_stats.
with waited_for as materialized (
    select unnest(pg_blocking_pids(cast(:process as integer))) as pid
), locking as materialized (
    select l.pid from pg_locks l
    where l.granted and l.mode <> 'AccessShareLock'
        and l.database = (select oid from pg_database where datname = current_database())
        and l.relation in (
            cast('rehydrate.slot' as regclass), cast('rehydrate.slot_value' as regclass), cast('rehydrate.promoted' as regclass))
)
select a.pid, a.usename, a.application_name, a.state, a.xact_start
from pg_stat_activity a
where a.pid not in (cast(:process as integer), pg_backend_pid())
    and (a.pid in (select pid from waited_for)
        or a.pid in (select pid from locking) and not exists (select from waited_for))
order by a.xact_start nulls last
limit 3;
