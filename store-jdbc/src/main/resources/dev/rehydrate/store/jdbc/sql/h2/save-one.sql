-- A group of one save that changes at most one value.
select address, version from final table (
    update rehydrate.slot
    set version = next value for rehydrate.slot_version,
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
);

-- part changed
update rehydrate.slot_value set bytes = :value_bytes
where address = any(cast(:passed as uuid array)) and name = :value_name;
