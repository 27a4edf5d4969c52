-- Times are microseconds since 1970, so that both databases keep the same ones; the views show them as timestamps.

create sequence slot_version;

-- One row for each 128-bit address: an instance, a claim on a key, or what is remembered of either.
create table slot (
    address     uuid primary key,
    version     bigint   not null,   -- drawn anew for every write, so that no version ever comes back
    head        bytea    not null,   -- the slot without its values; the columns below only repeat what is in it
    state       smallint,            -- of the instance: 0 uninitialized, 1 initialized, 2 completed; null if there is none
    host_type   text,
    definition  text,
    suspended   boolean  not null,
    holder      uuid,
    due_at      bigint,              -- set only while no owner holds the instance and it may run
    expires_at  bigint,              -- null while the instance is due or suspended
    sweep_at    bigint,              -- not after expires_at, and moved seldom
    idle_since  bigint,              -- of a slot in which there are only memories
    claim_place bigint,              -- of a claim: where its instance stands in the order of reversed bits
    claimed_at  bigint,
    ended_at    bigint,              -- since when the instance is completed or failed
    created_at  bigint,
    updated_at  bigint
) with (fillfactor = 70);

-- No column that moves with every save is indexed: such saves are heap-only updates.
create index slot_due on slot (host_type, due_at, address) where due_at is not null;
create index slot_holder on slot (holder, address) where holder is not null;
create index slot_sweep on slot (sweep_at, address) where sweep_at is not null;
create index slot_idle on slot (idle_since, address) where idle_since is not null;
create index slot_claim on slot (claim_place, address) where claim_place is not null;
create index slot_ended on slot (state, ended_at, address) where ended_at is not null;
create index slot_state on slot (state, address) where state is not null;
create index slot_host_type on slot (host_type, address) where host_type is not null;
create index slot_suspended on slot (address) where suspended;
create index slot_definition on slot (definition, address) where definition is not null;

create table slot_value (
    address uuid  not null,
    name    text  not null,
    bytes   bytea not null,
    primary key (address, name)
) with (fillfactor = 50);

-- Values are compressed or encrypted already.
alter table slot_value alter column bytes set storage external;

-- Promoted values, for queries. The order of rank, then tail, is the order of the values.
create table promoted (
    address uuid  not null,
    name    text  not null,
    rank    bytea not null,
    tail    bytea not null,
    txt     text  not null,
    num     numeric,
    at      timestamptz,
    primary key (address, name)
);

create index promoted_rank on promoted (name, rank, address);

create table owner (
    id    uuid primary key,
    beat  bigint  not null,
    dead  boolean not null,
    about bytea   not null
) with (fillfactor = 50);

-- Which store sweeps.
create table turn (
    name       text primary key,
    taker      uuid   not null,
    renewed_at bigint not null
);

insert into turn (name, taker, renewed_at) values ('sweep', '00000000-0000-0000-0000-000000000000', -9223372036854775808);

-- What is before the year 1 is shown as its beginning: timestamps do not reach back for ever.
create view instances as
select address as id,
       case state when 0 then 'UNINITIALIZED' when 1 then 'INITIALIZED' else 'COMPLETED' end as state,
       host_type,
       definition,
       suspended,
       holder,
       to_timestamp(greatest(due_at, -62135596800000000) / 1000000.0) as due_at,
       to_timestamp(greatest(expires_at, -62135596800000000) / 1000000.0) as expires_at,
       to_timestamp(greatest(created_at, -62135596800000000) / 1000000.0) as created_at,
       to_timestamp(greatest(updated_at, -62135596800000000) / 1000000.0) as updated_at
from slot
where state is not null;
