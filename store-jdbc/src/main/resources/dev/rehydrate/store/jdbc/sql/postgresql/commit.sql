-- A group in one statement, which is one transaction: every part works on what was there before it, and the guards decide.
with given as (
    select * from unnest(
        cast(:address as uuid[]),
        cast(:expected as bigint[]),
        cast(:head as bytea[]),
        cast(:state as smallint[]),
        cast(:host_type as text[]),
        cast(:definition as text[]),
        cast(:suspended as boolean[]),
        cast(:holder as uuid[]),
        cast(:due_at as bigint[]),
        cast(:expires_at as bigint[]),
        cast(:sweep_at as bigint[]),
        cast(:idle_since as bigint[]),
        cast(:claim_place as bigint[]),
        cast(:claimed_at as bigint[]),
        cast(:ended_at as bigint[]),
        cast(:created_at as bigint[]),
        cast(:updated_at as bigint[])
    ) as g (address, expected, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)
), updated as (
    update rehydrate.slot s
    set version = nextval('rehydrate.slot_version'),
        head = g.head,
        state = g.state,
        host_type = g.host_type,
        definition = g.definition,
        suspended = g.suspended,
        holder = g.holder,
        due_at = g.due_at,
        expires_at = g.expires_at,
        sweep_at = g.sweep_at,
        idle_since = g.idle_since,
        claim_place = g.claim_place,
        claimed_at = g.claimed_at,
        ended_at = g.ended_at,
        created_at = g.created_at,
        updated_at = g.updated_at
    from given g
    where g.head is not null and s.address = g.address and s.version = g.expected
    returning s.address, s.version
), inserted as (
    insert into rehydrate.slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)
    select g.address, nextval('rehydrate.slot_version'), g.head, g.state, g.host_type, g.definition, g.suspended, g.holder, g.due_at, g.expires_at, g.sweep_at, g.idle_since, g.claim_place, g.claimed_at, g.ended_at, g.created_at, g.updated_at
    from given g
    where g.head is not null and g.expected = 0
    on conflict (address) do nothing
    returning address, version
), deleted as (
    delete from rehydrate.slot s
    using given g
    where g.head is null and s.address = g.address and s.version = g.expected
    returning s.address, cast(0 as bigint) as version
), passed as (
    select * from updated union all select * from inserted union all select * from deleted
), put_values as (
    insert into rehydrate.slot_value (address, name, bytes)
    select v.address, v.name, v.bytes
    from unnest(cast(:value_address as uuid[]), cast(:value_name as text[]), cast(:value_bytes as bytea[]))
        as v (address, name, bytes)
    join passed p on p.address = v.address
    on conflict (address, name) do update set bytes = excluded.bytes
), removed_values as (
    delete from rehydrate.slot_value s
    using unnest(cast(:gone_address as uuid[]), cast(:gone_name as text[])) as v (address, name), passed p
    where p.address = v.address and s.address = v.address and s.name = v.name
), put_promoted as (
    insert into rehydrate.promoted (address, name, rank, tail, txt, num, at)
    select v.address, v.name, v.rank, v.tail, v.txt, v.num, to_timestamp(v.at / 1000000.0)
    from unnest(cast(:promoted_address as uuid[]), cast(:promoted_name as text[]), cast(:promoted_rank as bytea[]),
        cast(:promoted_tail as bytea[]), cast(:promoted_txt as text[]), cast(:promoted_num as numeric[]),
        cast(:promoted_at as bigint[])) as v (address, name, rank, tail, txt, num, at)
    join passed p on p.address = v.address
    on conflict (address, name) do update
    set rank = excluded.rank, tail = excluded.tail, txt = excluded.txt, num = excluded.num, at = excluded.at
), removed_promoted as (
    delete from rehydrate.promoted s
    using unnest(cast(:demoted_address as uuid[]), cast(:demoted_name as text[])) as v (address, name), passed p
    where p.address = v.address and s.address = v.address and s.name = v.name
)
select address, version from passed;
