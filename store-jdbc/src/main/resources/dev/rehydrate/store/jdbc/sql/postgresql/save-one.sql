-- A group of one save that changes at most one value.
with updated as (
    update rehydrate.slot
    set version = nextval('rehydrate.slot_version'),
        head = :head,
        state = :state,
        host_type = :host_type,
        definition = :definition,
        suspended = :suspended,
        holder = :holder,
        due_at = :due_at,
        expires_at = :expires_at,
        sweep_at = :sweep_at,
        idle_since = :idle_since,
        claim_place = :claim_place,
        claimed_at = :claimed_at,
        ended_at = :ended_at,
        created_at = :created_at,
        updated_at = :updated_at
    where address = :address and version = :expected
    returning address, version
), put_value as (
    insert into rehydrate.slot_value (address, name, bytes)
    select address, :value_name, :value_bytes from updated where cast(:value_name as text) is not null
    on conflict (address, name) do update set bytes = excluded.bytes
)
select address, version from updated;
