-- A group of one save that changes at most one value. The version is drawn as for other groups.
with updated as (
    update rehydrate.slot
    set version = nextval('rehydrate.slot_version') * 65536 + cast(floor(random() * 65536) as bigint),
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
)
-- part changed
, changed_value as (
    update rehydrate.slot_value v
    set bytes = :value_bytes
    from updated u
    where v.address = u.address and v.name = :value_name
)
-- always
select address, version from updated;
