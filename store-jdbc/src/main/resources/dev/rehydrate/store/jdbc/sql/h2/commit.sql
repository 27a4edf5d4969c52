-- A group, statement by statement, in one transaction. A part of which the group has nothing is left out.
-- part updates
select address, version from final table (
    merge into rehydrate.slot s
    using (select * from unnest(
        cast(:address as uuid array),
        cast(:expected as bigint array),
        cast(:head as varbinary array),
        cast(:state as smallint array),
        cast(:host_type as varchar array),
        cast(:definition as varchar array),
        cast(:suspended as boolean array),
        cast(:holder as uuid array),
        cast(:due_at as bigint array),
        cast(:expires_at as bigint array),
        cast(:sweep_at as bigint array),
        cast(:idle_since as bigint array),
        cast(:claim_place as bigint array),
        cast(:claimed_at as bigint array),
        cast(:ended_at as bigint array),
        cast(:created_at as bigint array),
        cast(:updated_at as bigint array)
    ) as g (address, expected, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)) g
    on s.address = g.address
    when matched and s.version = g.expected then update
    set version = next value for rehydrate.slot_version,
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
);

-- part inserts
select address, version from final table (
    merge into rehydrate.slot s
    using (select * from unnest(
        cast(:new_address as uuid array),
        cast(:new_head as varbinary array),
        cast(:new_state as smallint array),
        cast(:new_host_type as varchar array),
        cast(:new_definition as varchar array),
        cast(:new_suspended as boolean array),
        cast(:new_holder as uuid array),
        cast(:new_due_at as bigint array),
        cast(:new_expires_at as bigint array),
        cast(:new_sweep_at as bigint array),
        cast(:new_idle_since as bigint array),
        cast(:new_claim_place as bigint array),
        cast(:new_claimed_at as bigint array),
        cast(:new_ended_at as bigint array),
        cast(:new_created_at as bigint array),
        cast(:new_updated_at as bigint array)
    ) as g (address, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)) g
    on s.address = g.address
    when not matched then
    insert (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at)
    values (g.address, next value for rehydrate.slot_version, g.head, g.state, g.host_type, g.definition, g.suspended, g.holder, g.due_at, g.expires_at, g.sweep_at, g.idle_since, g.claim_place, g.claimed_at, g.ended_at, g.created_at, g.updated_at)
);

-- part deletes
select address, cast(0 as bigint) as version from old table (
    merge into rehydrate.slot s
    using (select * from unnest(
        cast(:old_address as uuid array), cast(:old_expected as bigint array)
    ) as g (address, expected)) g
    on s.address = g.address
    when matched and s.version = g.expected then delete
);

-- part changed
merge into rehydrate.slot_value s
using (select * from unnest(
    cast(:address as uuid array), cast(:value_name as varchar array), cast(:value_bytes as blob array)
) as v (address, name, bytes) where v.name is not null and v.address = any(cast(:passed as uuid array))) v
on s.address = v.address and s.name = v.name
when matched then update set bytes = v.bytes;

-- part values
merge into rehydrate.slot_value s
using (select * from unnest(
    cast(:further_address as uuid array), cast(:further_name as varchar array), cast(:further_bytes as blob array)
) as v (address, name, bytes) where v.address = any(cast(:passed as uuid array))) v
on s.address = v.address and s.name = v.name
when matched then update set bytes = v.bytes
when not matched then insert (address, name, bytes) values (v.address, v.name, v.bytes);

-- part gone
merge into rehydrate.slot_value s
using (select * from unnest(
    cast(:gone_address as uuid array), cast(:gone_name as varchar array)
) as v (address, name) where v.address = any(cast(:passed as uuid array))) v
on s.address = v.address and s.name = v.name
when matched then delete;

-- part promoted
merge into rehydrate.promoted s
using (select * from unnest(
    cast(:promoted_address as uuid array), cast(:promoted_name as varchar array), cast(:promoted_rank as varbinary array),
    cast(:promoted_tail as varbinary array), cast(:promoted_txt as varchar array),
    cast(:promoted_num as decfloat(1000) array), cast(:promoted_at as bigint array)
) as v (address, name, rank, tail, txt, num, at) where v.address = any(cast(:passed as uuid array))) v
on s.address = v.address and s.name = v.name
when matched then update set rank = v.rank, tail = v.tail, txt = v.txt, num = v.num,
    at = dateadd(microsecond, v.at, timestamp with time zone '1970-01-01 00:00:00+00')
when not matched then insert (address, name, rank, tail, txt, num, at)
values (v.address, v.name, v.rank, v.tail, v.txt, v.num,
    dateadd(microsecond, v.at, timestamp with time zone '1970-01-01 00:00:00+00'));

-- part demoted
merge into rehydrate.promoted s
using (select * from unnest(
    cast(:demoted_address as uuid array), cast(:demoted_name as varchar array)
) as v (address, name) where v.address = any(cast(:passed as uuid array))) v
on s.address = v.address and s.name = v.name
when matched then delete;

-- part discarded
delete from rehydrate.slot_value
where address = any(cast(:discarded_address as uuid array)) and address = any(cast(:passed as uuid array));
delete from rehydrate.promoted
where address = any(cast(:discarded_address as uuid array)) and address = any(cast(:passed as uuid array));
