-- Times are microseconds since 1970, so that both databases keep the same ones; the views show them as timestamps.

-- A value of up to 1 MiB lies in its row.
set max_length_inplace_lob 1048576;

create sequence slot_version;

-- One row for each 128-bit address: an instance, a claim on a key, or what is remembered of either.
create table slot (
    address     uuid primary key,
    version     bigint  not null,    -- drawn anew for every write, so that no version ever comes back
    head        varbinary not null,  -- the slot without its values; the columns below only repeat what is in it
    state       smallint,            -- of the instance: 0 uninitialized, 1 initialized, 2 completed; null if there is none
    host_type   varchar,
    definition  varchar,
    suspended   boolean not null,
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
);

create index slot_due on slot (host_type, due_at, address);
create index slot_holder on slot (holder, address);
create index slot_sweep on slot (sweep_at, address);
create index slot_idle on slot (idle_since, address);
create index slot_claim on slot (claim_place, address);
create index slot_ended on slot (state, ended_at, address);
create index slot_state on slot (state, address);
create index slot_host_type on slot (host_type, address);
create index slot_suspended on slot (suspended, address);
create index slot_definition on slot (definition, address);

create table slot_value (
    address uuid not null,
    name    varchar not null,
    bytes   blob not null,
    primary key (address, name)
);

-- Promoted values, for queries. The order of rank, then tail, is the order of the values.
create table promoted (
    address uuid not null,
    name    varchar not null,
    rank    varbinary not null,
    tail    varbinary not null,
    txt     varchar not null,
    num     decfloat(1000),
    at      timestamp(6) with time zone,
    primary key (address, name)
);

create index promoted_rank on promoted (name, rank, address);

create table owner (
    id    uuid primary key,
    beat  bigint not null,
    dead  boolean not null,
    about varbinary not null
);

-- Which store sweeps.
create table turn (
    name       varchar primary key,
    taker      uuid not null,
    renewed_at bigint not null
);

insert into turn (name, taker, renewed_at) values ('sweep', '00000000-0000-0000-0000-000000000000', -9223372036854775808);

create view instances as
select address as id,
       case state when 0 then 'UNINITIALIZED' when 1 then 'INITIALIZED' else 'COMPLETED' end as state,
       host_type,
       definition,
       suspended,
       holder,
       dateadd(microsecond, due_at, timestamp with time zone '1970-01-01 00:00:00+00') as due_at,
       dateadd(microsecond, expires_at, timestamp with time zone '1970-01-01 00:00:00+00') as expires_at,
       dateadd(microsecond, created_at, timestamp with time zone '1970-01-01 00:00:00+00') as created_at,
       dateadd(microsecond, updated_at, timestamp with time zone '1970-01-01 00:00:00+00') as updated_at
from slot
where state is not null;
