-- A group in one statement, which is one transaction: every part works on what was there before it, and the guards decide. A
-- part of which the group has nothing is left out. A version grows, and is not drawn again by a standby that became the primary
-- without the last commits: hence the random bits.
with none as (select)
-- part updates
-- The first changed value of a row comes and goes on with it. A join of rows and values would compare each with each.
, updated as (
    update rehydrate.slot s
    set version = nextval('rehydrate.slot_version') * 65536 + cast(floor(random() * 65536) as bigint),
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
    from unnest(
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
        cast(:updated_at as bigint[]),
        cast(:value_name as text[]),
        cast(:value_bytes as bytea[])
    ) as g (address, expected, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at, value_name, value_bytes)
    where s.address = g.address and s.version = g.expected
    returning s.address, s.version, g.value_name, g.value_bytes
)
-- part changed
, changed_values as (
    update rehydrate.slot_value v
    set bytes = u.value_bytes
    from updated u
    where v.address = u.address and v.name = u.value_name
)
-- part inserts
, inserted as (
    insert into rehydrate.slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)
    select g.address, nextval('rehydrate.slot_version') * 65536 + cast(floor(random() * 65536) as bigint), g.head, g.state, g.host_type, g.definition, g.suspended, g.holder, g.due_at, g.expires_at, g.sweep_at, g.idle_since, g.claim_place, g.claimed_at, g.ended_at, g.created_at, g.updated_at
    from unnest(
        cast(:new_address as uuid[]),
        cast(:new_head as bytea[]),
        cast(:new_state as smallint[]),
        cast(:new_host_type as text[]),
        cast(:new_definition as text[]),
        cast(:new_suspended as boolean[]),
        cast(:new_holder as uuid[]),
        cast(:new_due_at as bigint[]),
        cast(:new_expires_at as bigint[]),
        cast(:new_sweep_at as bigint[]),
        cast(:new_idle_since as bigint[]),
        cast(:new_claim_place as bigint[]),
        cast(:new_claimed_at as bigint[]),
        cast(:new_ended_at as bigint[]),
        cast(:new_created_at as bigint[]),
        cast(:new_updated_at as bigint[])
    ) as g (address, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)
    on conflict (address) do nothing
    returning address, version
)
-- part deletes
, deleted as (
    delete from rehydrate.slot s
    using unnest(cast(:old_address as uuid[]), cast(:old_expected as bigint[])) as g (address, expected)
    where s.address = g.address and s.version = g.expected
    returning s.address, cast(0 as bigint) as version
)
-- always
, passed as (
    select cast(null as uuid) as address, cast(null as bigint) as version where false
    union all select address, version from updated      -- if updates
    union all select address, version from inserted     -- if inserts
    union all select address, version from deleted      -- if deletes
)
-- part values
, put_values as (
    insert into rehydrate.slot_value (address, name, bytes)
    select v.address, v.name, v.bytes
    from unnest(cast(:further_address as uuid[]), cast(:further_name as text[]), cast(:further_bytes as bytea[]))
        as v (address, name, bytes)
    where v.address = any(array(select address from passed))
    on conflict (address, name) do update set bytes = excluded.bytes
)
-- part gone
, removed_values as (
    delete from rehydrate.slot_value s
    using unnest(cast(:gone_address as uuid[]), cast(:gone_name as text[])) as v (address, name)
    where v.address = any(array(select address from passed)) and s.address = v.address and s.name = v.name
)
-- part promoted
, put_promoted as (
    insert into rehydrate.promoted (address, name, rank, tail, txt, num, at)
    select v.address, v.name, v.rank, v.tail, v.txt, v.num, to_timestamp(v.at / 1000000.0)
    from unnest(cast(:promoted_address as uuid[]), cast(:promoted_name as text[]), cast(:promoted_rank as bytea[]),
        cast(:promoted_tail as bytea[]), cast(:promoted_txt as text[]), cast(:promoted_num as numeric[]),
        cast(:promoted_at as bigint[])) as v (address, name, rank, tail, txt, num, at)
    where v.address = any(array(select address from passed))
    on conflict (address, name) do update
    set rank = excluded.rank, tail = excluded.tail, txt = excluded.txt, num = excluded.num, at = excluded.at
)
-- part demoted
, removed_promoted as (
    delete from rehydrate.promoted s
    using unnest(cast(:demoted_address as uuid[]), cast(:demoted_name as text[])) as v (address, name)
    where v.address = any(array(select address from passed)) and s.address = v.address and s.name = v.name
)
-- part discarded
, discarded_values as (
    delete from rehydrate.slot_value
    where address = any(cast(:discarded_address as uuid[])) and address = any(array(select address from passed))
)
, discarded_promoted as (
    delete from rehydrate.promoted
    where address = any(cast(:discarded_address as uuid[])) and address = any(array(select address from passed))
)
-- always
select address, version from passed;
