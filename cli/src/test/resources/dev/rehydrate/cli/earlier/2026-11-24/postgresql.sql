create schema rehydrate;
set search_path to rehydrate;
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
-- The due time is kept while an owner holds the instance or it is suspended, so that queries find it. Due instances that can run
-- are found by an index of their own, as before.
drop index slot_due;
create index slot_due on slot (host_type, due_at, address)
    where due_at is not null and holder is null and not suspended and state = 1;
create index slot_timer on slot (due_at, address) where due_at is not null;
create index slot_created on slot (created_at, address) where created_at is not null;
-- A page in descending order has the instances of one value in ascending order.
create index promoted_rank_down on promoted (name, rank desc, address);
-- Values that are longer than their rank. Without one of a name the ranks alone are the order of its values.
create index promoted_long on promoted (name) where tail <> '';
create table rehydrate_schema_history (installed_rank integer not null primary key, version varchar(50), description varchar(200) not null,
    type varchar(20) not null, script varchar(1000) not null, checksum integer, installed_by varchar(100) not null,
    installed_on timestamp not null default now(), execution_time integer not null, success boolean not null);
insert into rehydrate_schema_history (installed_rank, version, description, type, script, checksum, installed_by, installed_on, execution_time, success) values
    (0, null, '<< Flyway Schema Creation >>', 'SCHEMA', '"rehydrate"', null, 'postgres', '2026-11-26 23:39:44.078306', 0, true);
insert into rehydrate_schema_history (installed_rank, version, description, type, script, checksum, installed_by, installed_on, execution_time, success) values
    (1, '1', 'slots', 'SQL', 'V1__slots.sql', 55422080, 'postgres', '2026-11-26 23:39:44.165961', 28, true);
insert into rehydrate_schema_history (installed_rank, version, description, type, script, checksum, installed_by, installed_on, execution_time, success) values
    (2, '3', 'query', 'SQL', 'V3__query.sql', 1251405133, 'postgres', '2026-11-26 23:39:44.270042', 8, true);
insert into rehydrate_schema_history (installed_rank, version, description, type, script, checksum, installed_by, installed_on, execution_time, success) values
    (3, '4', 'sorted', 'SQL', 'V4__sorted.sql', 485286421, 'postgres', '2026-11-26 23:39:44.295957', 7, true);
insert into owner (id, beat, dead, about) values
    ('20bb441b-509b-492a-a4ea-62d2b06c19a4', 0, false, '\x0101a30100a10120bb441b509b492aa4ea62d2b06c19a48c01010c50617263656c280301020c000c50617263656c010000001700227265687964726174652e6d61696c626f78010000000101086e6f64650a6f6c642d3201367265687964726174652e6f7065726174696f6e732e50617263656c6043686173650a43686173654c617465720a44656c697665720a4c6f73650a52656769737465720a536869700a54616c6b3c0000f03e8b5b');
insert into owner (id, beat, dead, about) values
    ('334b6b31-b266-45f8-a8c1-ea60f147921b', 0, false, '\x0101220021334b6b31b26645f8a8c1ea60f147921b0d010873686f70030101000100003c00000e1aaa80');
insert into owner (id, beat, dead, about) values
    ('7833861a-8f31-43e2-b8ae-b092606171a8', 3, false, '\x0101a30100a1017833861a8f3143e2b8aeb092606171a88c01010c50617263656c280301020c000c50617263656c010000001700227265687964726174652e6d61696c626f78010000000101086e6f64650a6f6c642d3101367265687964726174652e6f7065726174696f6e732e50617263656c6043686173650a43686173654c617465720a44656c697665720a4c6f73650a52656769737465720a536869700a54616c6b3c00001a816373');
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('00000000-0000-4000-8000-000000000001', 42, '\x0202cf018f027b1164014c5a000000000000400080000000000000019a20d6dcf305ab8c013cc5ab8c010280e2de8d0e00000000bcf1abb00d000000000873686f700b000a4f7264657202010000bcc3cbb00d000000000101d42a50c690685b0edeee0b043cbe5b2f80d21f0000001201107f0cf5807a6d8f0600000001f101d60152040a6279746573020020086e616d6508092f0308c3a40a620c73656372657402042c0a746f74616c06092f0202017d01086e6f746502003101d42a50c690685b0edeee0b043cbe5b2f0108746578740200349b9227bd', 1, 'shop', 'Order', false, null, 1893456000000000, null, null, null, null, null, null, 1795521630000000, 1795521630000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('151d012b-65c0-53d4-6fc9-545388735e47', 5, '\x02021f001e0a11d69a9a98caaafce3def5571f64d852c50080f1abb00d0000000000000161aa2f', null, null, null, false, null, null, null, null, null, 2542874793802903419, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 12, '\x0202a902dd05691152003d183408e271eae142ff5a6e294faab4e3339a20d6d5a007153c01bb17153c010280f1abb00d000000000c50617263656c0c000c50617263656c01000000028101b116a450d6d6c56559bd77e96afd3d2800001201107f0cf5807a6d8f0600000001f12e9201bd01020c6e756d62657202002f0a776f72647302004902227265687964726174652e68616e646c656402007a267265687964726174652e68616e646c65642e31020035023408e271eae142ff5a6e294faab4e33303184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020055b116a450d6d6c56559bd77e96afd3d2804184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005c5167fe0c', 1, 'Parcel', 'Parcel', false, null, null, null, null, null, null, null, null, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 24, '\x0202ff02960781011152003d1835f776e99b4fd4de6ab679f7f5ae5f6d9a20d6d5a00e2f390385ece778030280f1abb00d000000000c50617263656c0c000c50617263656c01000000028101cb64392cbf838bdd47bf94d69c0362b300002a01287f0cf5807a6d8f0600000005f130aa01e52e010101bbd427d1340102e5300101971e2f39d1341501fa01020c6e756d6265720200320a776f726473020049042c7265687964726174652e636f6e766572736174696f6e0200583e7265687964726174652e636f6e766572736174696f6e2e64656c6976657279020054227265687964726174652e68616e646c656402007d267265687964726174652e68616e646c65642e310200350235f776e99b4fd4de6ab679f7f5ae5f6d03184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020058cb64392cbf838bdd47bf94d69c0362b304184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b657954657874020060dc86bde2', 1, 'Parcel', 'Parcel', false, null, null, null, null, null, null, null, null, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 26, '\x0202e1029a068b01116800531c3d45f8c0089c36ba0560f8452231ac9d9a20d6d5a00e55eb02e813343502021502146974206973206c6f737480f1abb00d0000000080f1abb00d000000000c50617263656c0c000c50617263656c01000000028101a80f24c15d1b0bf61b4137ef80be998700001e011c7f0cf5807a6d8f0600000003f133ae01e52e0101ec7e55ebd1301501d201020c6e756d6265720200310a776f72647302004903227265687964726174652e6661696c757265020035227265687964726174652e68616e646c656402007c267265687964726174652e68616e646c65642e31020035023d45f8c0089c36ba0560f8452231ac9d03184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020057a80f24c15d1b0bf61b4137ef80be998704184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005efa162d4f', 1, 'Parcel', 'Parcel', true, null, null, null, null, null, null, null, 1795521600000000, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 28, '\x0202b602ed05761152003d18578f179155a1afaee8173feb71a08f4e9a20d6d5a00b06fc02b89c60ba020380f1abb00d000000000c50617263656c0c000c50617263656c01000000028202d7739ab75fef56cc0640abaf138e6e8400001f011d7f0cf5807a6d8f0600000003b12eb20103e5340101017b06fcd1331101bd01020c6e756d6265720200300a776f72647302005502227265687964726174652e68616e646c656402007b267265687964726174652e68616e646c65642e3102003502578f179155a1afaee8173feb71a08f4e03184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020056d7739ab75fef56cc0640abaf138e6e8404184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005d27399e70', 2, 'Parcel', 'Parcel', false, null, null, null, null, null, null, null, 1795521600000000, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 20, '\x0202ff02aa087e115b00461a631785bfb1abd652edb6317513e727b59a20d6d5a00bbdf402d765b6210202a0a9acb00d0000000080f1abb00d000000000c50617263656c0c000c50617263656c010000000281018c2f9f7a9747fdb16a6d9445c3718dda00001e011c7f0cf5807a6d8f0600000003f12ea201e53401018f4bbdf4d12e1d01fe01020c6e756d6265720200300a776f72647302004905227265687964726174652e68616e646c656402007b267265687964726174652e68616e646c65642e310200351c7265687964726174652e7365656e020058207265687964726174652e74696d657273030093012c7265687964726174652e74696d6572732e636861736502005e02631785bfb1abd652edb6317513e727b503184b6579416c676f726974686d020036104b657953636f70650200320e4b6579546578740200568c2f9f7a9747fdb16a6d9445c3718dda04184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005d9ee543c0', 1, 'Parcel', 'Parcel', false, null, 1795525200000000, null, null, null, null, null, null, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 2, '\x0202a802dd05681152003d187abda539daacec642f107d454b9757fc9a20d6d5a001790a014cf1790a010280f1abb00d000000000c50617263656c0c000c50617263656c01000000028101fa902f784db685061058706783f1eabf000011010f7f0cf5807a6d8f0600000001f1347ebd01020c6e756d62657202002f0a776f72647302004902227265687964726174652e68616e646c656402007a267265687964726174652e68616e646c65642e31020035027abda539daacec642f107d454b9757fc03184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020055fa902f784db685061058706783f1eabf04184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005c4c3e0a0b', 1, 'Parcel', 'Parcel', false, null, null, null, null, null, null, null, null, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('88fb5bc9-cc4e-a4ad-7030-f13df06da257', 40, '\x0202b201bd046b115400511a88fb5bc9cc4ea4ad7030f13df06da2579a20d6dcf300b19f01a3b0b19f0102fce1acb00d00000000bcf1abb00d000000000c50617263656c1700227265687964726174652e6d61696c626f78010000000000001201107f0cf5807a6d8f0600000001f134d4014502086465616406092d020001001664657374696e6174696f6e020057021c7265687964726174652e6d61696c0300da02207265687964726174652e6d61696c2e3102005f00a6dc6810', 1, 'Parcel', 'rehydrate.mailbox', false, null, 1795528830000000, null, null, null, null, null, null, 1795521630000000, 1795521630000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 44, '\x02028d02ae04791162004d198b11d5bd9cb689b0ecc77459343a93969a20d6dcf300fba201ce30fba2010220bb441b509b492aa4ea62d2b06c19a4bcf1abb00d000000000c50617263656c0c000c50617263656c01000000028101a32907c8c8236ac5a9e36edb8b0e1f4a00001201107f0cf5807a6d8f0600000001f13adc019101020c6e756d62657202002f0a776f72647302004900028b11d5bd9cb689b0ecc77459343a939603184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020055a32907c8c8236ac5a9e36edb8b0e1f4a04184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005cad5be10b', 1, 'Parcel', 'Parcel', false, '20bb441b-509b-492a-a4ea-62d2b06c19a4', null, null, null, null, null, null, null, 1795521630000000, 1795521630000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('8c2f9f7a-9747-fdb1-6a6d-9445c3718dda', 3, '\x02021f001e0a11631785bfb1abd652edb6317513e727b50080f1abb00d000000000000954092f6', null, null, null, false, null, null, null, null, null, 3307022875504700855, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('a32907c8-c823-6ac5-a9e3-6edb8b0e1f4a', 43, '\x02021f001e0a118b11d5bd9cb689b0ecc77459343a939600bcf1abb00d00000000000042e5fdf4', null, null, null, false, null, null, null, null, null, -1600646845918420169, 1795521630000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('a80f24c1-5d1b-0bf6-1b41-37ef80be9987', 13, '\x02021f001e0a113d45f8c0089c36ba0560f8452231ac9d0080f1abb00d00000000000033cd722d', null, null, null, false, null, null, null, null, null, 4122355260333164192, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('b116a450-d6d6-c565-59bd-77e96afd3d28', 11, '\x02021f001e0a113408e271eae142ff5a6e294faab4e3330080f1abb00d00000000000022608f72', null, null, null, false, null, null, null, null, null, 5532440514413229658, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('bb70d1c9-36fa-b018-d16e-a6214e5797d4', 7, '\x02021f001e0a11ccbd99ad89caa86ff543e769306f4c6f0080f1abb00d0000000000006bfbe257', null, null, null, false, null, null, null, null, null, 8517140379242840751, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('cb64392c-bf83-8bdd-47bf-94d69c0362b3', 9, '\x02021f001e0a1135f776e99b4fd4de6ab679f7f5ae5f6d0080f1abb00d000000000000b72a35ce', null, null, null, false, null, null, null, null, null, 3961608220725636438, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 36, '\x02029503b9099601115b004638ccbd99ad89caa86ff543e769306f4c6f9a20d6d5a004ce24050aee1bb8040280f1abb00d000000000c50617263656c0c000c50617263656c0100000088f1abb00d000000000201bb70d1c936fab018d16ea6214e5797d48100003601347f0cf5807a6d8f0600000007f12ec801e52f0301862477a9d1300503e5350101a8a359add1340102e13301010e622e92c9302d01fb01020c6e756d6265720200360a776f72647302004905227265687964726174652e68616e646c656403008101267265687964726174652e68616e646c65642e31020035207265687964726174652e6f7574626f7803008602247265687964726174652e6f7574626f782e310200621c7265687964726174652e7365656e02005602bb70d1c936fab018d16ea6214e5797d404184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b657954657874020064ccbd99ad89caa86ff543e769306f4c6f03184b6579416c676f726974686d020036104b657953636f70650200320e4b65795465787402005d21e4c013', 1, 'Parcel', 'Parcel', false, null, null, null, null, null, null, null, null, 1795521600000000, 1795521604000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('d42a50c6-9068-5b0e-deee-0b043cbe5b2f', 41, '\x02021f001e0a110000000000004000800000000000000100bcf1abb00d000000000000ee44b261', null, null, null, false, null, null, null, null, null, 1, 1795521630000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 39, '\x02028d03a1098f011164004f3ad69a9a98caaafce3def5571f64d852c59a20d6d5a00c53f103318b58c90202bcf1abb00d31e39b4080f1abb00d000000000c50617263656c0c000c50617263656c01000000bcf1abb00d000000000201151d012b65c053d46fc9545388735e478100002601247f0cf5807a6d8f0600000004f134d001e1300101a8a06d57e5330101ddbc53f1d12e4501fa01020c6e756d6265720200310a776f72647302004905227265687964726174652e68616e646c656402007c267265687964726174652e68616e646c65642e31020035207265687964726174652e6f7574626f7803008702247265687964726174652e6f7574626f782e3102005d1c7265687964726174652e7365656e02005802151d012b65c053d46fc9545388735e4704184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b65795465787402005ed69a9a98caaafce3def5571f64d852c503184b6579416c676f726974686d020036104b657953636f70650200320e4b657954657874020057ae945cbe', 1, 'Parcel', 'Parcel', false, null, 1795521630837000, null, null, null, null, null, null, 1795521600000000, 1795521630000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('d7739ab7-5fef-56cc-0640-abaf138e6e84', 17, '\x02021f001e0a11578f179155a1afaee8173feb71a08f4e0080f1abb00d000000000000090dd761', null, null, null, false, null, null, null, null, null, -940964736076552169, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('f9ce9b73-bf1a-8819-c23e-74250554a367', 15, '\x02021f001e0a11fa8e6a2f2bfbcdbf840f8881ae9e0fd30080f1abb00d0000000000000b33c113', null, null, null, false, null, null, null, null, null, 5472007092838723617, 1795521600000000, null, null, null);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 29, '\x0202c202f2058101116700521cfa8e6a2f2bfbcdbf840f8881ae9e0fd39a20d6d5a001bfa30286e005260102140012696e76656e746f727980f1abb00d0000000080f1abb00d000000000c50617263656c0c000c50617263656c010000000201f9ce9b73bf1a8819c23e74250554a3678100001501137f0cf5807a6d8f06000000028001b401e93419bd01020c6e756d6265720200340a776f72647302004902227265687964726174652e68616e646c656402007f267265687964726174652e68616e646c65642e3102003502f9ce9b73bf1a8819c23e74250554a36704184b6579416c676f726974686d0200360e4b6579526f6c65020033104b657953636f70650200340e4b657954657874020062fa8e6a2f2bfbcdbf840f8881ae9e0fd303184b6579416c676f726974686d020036104b657953636f70650200320e4b65795465787402005a93605d36', 1, 'Parcel', 'Parcel', true, null, null, null, null, null, null, null, null, 1795521600000000, 1795521600000000);
insert into slot (address, version, head, state, host_type, definition, suspended, holder, due_at, expires_at, sweep_at, idle_since, claim_place, claimed_at, ended_at, created_at, updated_at) values
    ('fa902f78-4db6-8506-1058-706783f1eabf', 1, '\x02021f001e0a117abda539daacec642f107d454b9757fc0080f1abb00d0000000000004d6719d9', null, null, null, false, null, null, null, null, null, -4617621377032255244, 1795521600000000, null, null, null);
insert into slot_value (address, name, bytes) values
    ('00000000-0000-4000-8000-000000000001', 'd:bytes', '\x520100e94b88f9097072696d697469766500025b42000000010000000300ff07');
insert into slot_value (address, name, bytes) values
    ('00000000-0000-4000-8000-000000000001', 'd:name', '\x520100950cc08b097072696d697469766500106a6176612e6c616e672e537472696e670000000100000004c3a40a62');
insert into slot_value (address, name, bytes) values
    ('00000000-0000-4000-8000-000000000001', 'd:secret', '\x520100499d6389097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000173');
insert into slot_value (address, name, bytes) values
    ('00000000-0000-4000-8000-000000000001', 'd:total', '\x520100d73c5d45097072696d697469766500106a6176612e6c616e672e446f75626c65000000010000000431322e35');
insert into slot_value (address, name, bytes) values
    ('00000000-0000-4000-8000-000000000001', 'k:d42a50c6-9068-5b0e-deee-0b043cbe5b2f:text', '\x52010022ddb1cc097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009746865206f72646572');
insert into slot_value (address, name, bytes) values
    ('00000000-0000-4000-8000-000000000001', 'm:note', '\x520100ddc6263d097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000661206e6f7465');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'd:number', '\x5201007c73ce5a097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000046f6e6365');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:3408e271-eae1-42ff-5a6e-294faab4e333:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:3408e271-eae1-42ff-5a6e-294faab4e333:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:3408e271-eae1-42ff-5a6e-294faab4e333:KeyText', '\x5201007f68d452097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002a7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c343a6f6e63652c');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:b116a450-d6d6-c565-59bd-77e96afd3d28:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:b116a450-d6d6-c565-59bd-77e96afd3d28:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:b116a450-d6d6-c565-59bd-77e96afd3d28:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'k:b116a450-d6d6-c565-59bd-77e96afd3d28:KeyText', '\x52010062341800097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000317265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c373a6f66206f6e63652c');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'm:rehydrate.handled', '\x520100cbee4252097072696d697469766500106a6176612e6c616e672e537472696e67000000010000004f7b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a227265676973746572206f6e6365222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('3408e271-eae1-42ff-5a6e-294faab4e333', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'd:number', '\x5201004048c957097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000774616c6b696e67');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d:KeyText', '\x520100334251db097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002d7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c373a74616c6b696e672c');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:cb64392c-bf83-8bdd-47bf-94d69c0362b3:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:cb64392c-bf83-8bdd-47bf-94d69c0362b3:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:cb64392c-bf83-8bdd-47bf-94d69c0362b3:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'k:cb64392c-bf83-8bdd-47bf-94d69c0362b3:KeyText', '\x520100b0d7c1a0097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000357265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c31303a6f662074616c6b696e672c');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'm:rehydrate.conversation', '\x520100c382611d097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002d7b22656e7472696573223a5b7b226e616d65223a2264656c6976657279222c2276657273696f6e223a337d5d7d');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'm:rehydrate.conversation.delivery', '\x52010016dcaa7c046a736f6e00266465762e7265687964726174652e636c692e6561726c6965722e50617263656c732454616c6b00000001000000187b2277697468223a22416e6e222c227475726e73223a327d');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'm:rehydrate.handled', '\x52010065e6aa09097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000527b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2272656769737465722074616c6b696e67222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('35f776e9-9b4f-d4de-6ab6-79f7f5ae5f6d', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'd:number', '\x52010079ed4dde097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000066661696c6564');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:3d45f8c0-089c-36ba-0560-f8452231ac9d:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:3d45f8c0-089c-36ba-0560-f8452231ac9d:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:3d45f8c0-089c-36ba-0560-f8452231ac9d:KeyText', '\x5201002a1a0f5b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002c7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c363a6661696c65642c');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:a80f24c1-5d1b-0bf6-1b41-37ef80be9987:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:a80f24c1-5d1b-0bf6-1b41-37ef80be9987:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:a80f24c1-5d1b-0bf6-1b41-37ef80be9987:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'k:a80f24c1-5d1b-0bf6-1b41-37ef80be9987:KeyText', '\x520100a8293b3a097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000337265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c393a6f66206661696c65642c');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'm:rehydrate.failure', '\x52010080c0e4ac097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a6974206973206c6f7374');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'm:rehydrate.handled', '\x520100ed4e490a097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000517b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a227265676973746572206661696c6564222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('3d45f8c0-089c-36ba-0560-f8452231ac9d', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'd:number', '\x520100e01f0db0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000005656e646564');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'd:words', '\x52010087b4bf86046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000001a5b2272656769737465726564222c2264656c697665726564225d');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:578f1791-55a1-afae-e817-3feb71a08f4e:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:578f1791-55a1-afae-e817-3feb71a08f4e:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:578f1791-55a1-afae-e817-3feb71a08f4e:KeyText', '\x52010066068c1d097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002b7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c353a656e6465642c');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:d7739ab7-5fef-56cc-0640-abaf138e6e84:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:d7739ab7-5fef-56cc-0640-abaf138e6e84:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:d7739ab7-5fef-56cc-0640-abaf138e6e84:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'k:d7739ab7-5fef-56cc-0640-abaf138e6e84:KeyText', '\x520100f24f55ff097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000327265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c383a6f6620656e6465642c');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'm:rehydrate.handled', '\x5201007cfeffef097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000507b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a22726567697374657220656e646564222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('578f1791-55a1-afae-e817-3feb71a08f4e', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'd:number', '\x520100d33c17be097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000574696d6564');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:631785bf-b1ab-d652-edb6-317513e727b5:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:631785bf-b1ab-d652-edb6-317513e727b5:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:631785bf-b1ab-d652-edb6-317513e727b5:KeyText', '\x520100ca4d1020097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002b7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c353a74696d65642c');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:8c2f9f7a-9747-fdb1-6a6d-9445c3718dda:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:8c2f9f7a-9747-fdb1-6a6d-9445c3718dda:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:8c2f9f7a-9747-fdb1-6a6d-9445c3718dda:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'k:8c2f9f7a-9747-fdb1-6a6d-9445c3718dda:KeyText', '\x5201005e04c9c2097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000327265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c383a6f662074696d65642c');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'm:rehydrate.handled', '\x520100f25310cc097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000507b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2272656769737465722074696d6564222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'm:rehydrate.seen', '\x520100451f6903097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002d65617937786c6778706a336f2d312d313372636275632065617937786c6778706a336f2d312d31337263627563');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'm:rehydrate.timers', '\x5201000a30040b097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000687b22656e7472696573223a5b7b226e616d65223a226368617365222c226f7065726174696f6e223a224368617365222c226174223a22323032362d31312d32345431333a30303a30305a222c226576657279223a6e756c6c2c22617474656d707473223a307d5d7d');
insert into slot_value (address, name, bytes) values
    ('631785bf-b1ab-d652-edb6-317513e727b5', 'm:rehydrate.timers.chase', '\x5201001a5db7f9046a736f6e00266465762e7265687964726174652e636c692e6561726c6965722e50617263656c7324576f726400000001000000227b2270617263656c223a2274696d6564222c22776f7264223a22636861736564227d');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'd:number', '\x5201002871ba1d097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000469646c65');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:7abda539-daac-ec64-2f10-7d454b9757fc:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:7abda539-daac-ec64-2f10-7d454b9757fc:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:7abda539-daac-ec64-2f10-7d454b9757fc:KeyText', '\x520100ea8daf71097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002a7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c343a69646c652c');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:fa902f78-4db6-8506-1058-706783f1eabf:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:fa902f78-4db6-8506-1058-706783f1eabf:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:fa902f78-4db6-8506-1058-706783f1eabf:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'k:fa902f78-4db6-8506-1058-706783f1eabf:KeyText', '\x520100f7d16323097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000317265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c373a6f662069646c652c');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'm:rehydrate.handled', '\x520100afa33028097072696d697469766500106a6176612e6c616e672e537472696e67000000010000004f7b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2272656769737465722069646c65222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('7abda539-daac-ec64-2f10-7d454b9757fc', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('88fb5bc9-cc4e-a4ad-7030-f13df06da257', 'd:dead', '\x5201008f87be0d097072696d697469766500116a6176612e6c616e672e496e7465676572000000010000000130');
insert into slot_value (address, name, bytes) values
    ('88fb5bc9-cc4e-a4ad-7030-f13df06da257', 'd:destination', '\x520100ef9f81d6097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002c7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c363a706f737465642c');
insert into slot_value (address, name, bytes) values
    ('88fb5bc9-cc4e-a4ad-7030-f13df06da257', 'm:rehydrate.mail', '\x520100dc6d913a097072696d697469766500106a6176612e6c616e672e537472696e67000000010000012f7b226e657874223a322c226c657474657273223a5b7b226e223a312c226964223a2230616431643033632d613336332d343738312d393933642d646564613334363663366236222c22646566696e6974696f6e223a2250617263656c222c2276657273696f6e223a22312e302e302e30222c2273636f7065223a6e756c6c2c226f7065726174696f6e223a225265676973746572222c22746172676574223a6e756c6c2c2263726561746573223a747275652c22617761697473223a6e756c6c2c22706f73746564223a22323032362d31312d32345431323a30303a33305a222c227374617465223a2244454c41594544222c226174223a22323032362d31312d32345431343a30303a33305a222c2264656c69766572696573223a302c2270726f626c656d223a6e756c6c7d5d7d');
insert into slot_value (address, name, bytes) values
    ('88fb5bc9-cc4e-a4ad-7030-f13df06da257', 'm:rehydrate.mail.1', '\x520100de252221046a736f6e00266465762e7265687964726174652e636c692e6561726c6965722e50617263656c7324576f726400000001000000237b2270617263656c223a22706f73746564222c22776f7264223a22706f73746564227d');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'd:number', '\x520100a21e01d8097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000468656c64');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:8b11d5bd-9cb6-89b0-ecc7-7459343a9396:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:8b11d5bd-9cb6-89b0-ecc7-7459343a9396:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:8b11d5bd-9cb6-89b0-ecc7-7459343a9396:KeyText', '\x5201001c7bf212097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002a7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c343a68656c642c');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:a32907c8-c823-6ac5-a9e3-6edb8b0e1f4a:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:a32907c8-c823-6ac5-a9e3-6edb8b0e1f4a:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:a32907c8-c823-6ac5-a9e3-6edb8b0e1f4a:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('8b11d5bd-9cb6-89b0-ecc7-7459343a9396', 'k:a32907c8-c823-6ac5-a9e3-6edb8b0e1f4a:KeyText', '\x52010001273e40097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000317265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c373a6f662068656c642c');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'd:number', '\x520100628fce49097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b64656164206c6574746572');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:bb70d1c9-36fa-b018-d16e-a6214e5797d4:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:bb70d1c9-36fa-b018-d16e-a6214e5797d4:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:bb70d1c9-36fa-b018-d16e-a6214e5797d4:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:bb70d1c9-36fa-b018-d16e-a6214e5797d4:KeyText', '\x52010035cf1505097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000397265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c31343a6f662064656164206c65747465722c');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:ccbd99ad-89ca-a86f-f543-e769306f4c6f:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:ccbd99ad-89ca-a86f-f543-e769306f4c6f:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'k:ccbd99ad-89ca-a86f-f543-e769306f4c6f:KeyText', '\x520100fd5f34e6097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000327265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c31313a64656164206c65747465722c');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'm:rehydrate.handled', '\x520100dd666c12097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000567b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2272656769737465722064656164206c6574746572222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'm:rehydrate.outbox', '\x5201003a707e59097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000db7b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2232383739366530652d646338312d343137612d613164392d626234613036333035653039222c22746f223a2263617272696572222c226174223a22323032362d31312d32345431323a30303a30352e3839353336373832325a222c22617474656d707473223a332c2270726f626c656d223a226a6176612e6c616e672e496c6c6567616c5374617465457863657074696f6e3a20746865206361727269657220697320636c6f736564222c2264656164223a747275657d5d7d');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'm:rehydrate.outbox.1', '\x520100914d966e046a736f6e00266465762e7265687964726174652e636c692e6561726c6965722e50617263656c7324576f726400000001000000267b2270617263656c223a2264656164206c6574746572222c22776f7264223a2273686970227d');
insert into slot_value (address, name, bytes) values
    ('ccbd99ad-89ca-a86f-f543-e769306f4c6f', 'm:rehydrate.seen', '\x5201001119b37d097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002b65617937786c67786673626f2d312d7a356274772065617937786c67786673626f2d342d31313777746435');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'd:number', '\x52010064b64240097072696d697469766500106a6176612e6c616e672e537472696e670000000100000006756e73656e74');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:151d012b-65c0-53d4-6fc9-545388735e47:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:151d012b-65c0-53d4-6fc9-545388735e47:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:151d012b-65c0-53d4-6fc9-545388735e47:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:151d012b-65c0-53d4-6fc9-545388735e47:KeyText', '\x52010096e42305097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000337265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c393a6f6620756e73656e742c');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:d69a9a98-caaa-fce3-def5-571f64d852c5:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:d69a9a98-caaa-fce3-def5-571f64d852c5:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'k:d69a9a98-caaa-fce3-def5-571f64d852c5:KeyText', '\x52010014d71764097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002c7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c363a756e73656e742c');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'm:rehydrate.handled', '\x5201003c6aefb8097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000517b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a22726567697374657220756e73656e74222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'm:rehydrate.outbox', '\x52010099a952ca097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000dc7b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2265666437316538392d396434322d343766392d386639382d653865353836303835633335222c22746f223a2263617272696572222c226174223a22323032362d31312d32345431323a30303a33302e3833363132333632345a222c22617474656d707473223a312c2270726f626c656d223a226a6176612e6c616e672e496c6c6567616c5374617465457863657074696f6e3a20746865206361727269657220697320636c6f736564222c2264656164223a66616c73657d5d7d');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'm:rehydrate.outbox.1', '\x520100939db0a4046a736f6e00266465762e7265687964726174652e636c692e6561726c6965722e50617263656c7324576f726400000001000000217b2270617263656c223a22756e73656e74222c22776f7264223a2273686970227d');
insert into slot_value (address, name, bytes) values
    ('d69a9a98-caaa-fce3-def5-571f64d852c5', 'm:rehydrate.seen', '\x520100881701e8097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002d65617937786c6778716371392d312d317069757378642065617937786c6778716371392d322d31617364347262');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'd:number', '\x5201008bdc97a6097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000973757370656e646564');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'd:words', '\x52010061808814046a736f6e00256a6176612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973743132000000010000000e5b2272656769737465726564225d');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:f9ce9b73-bf1a-8819-c23e-74250554a367:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:f9ce9b73-bf1a-8819-c23e-74250554a367:KeyRole', '\x520100b2a8dc75097072696d697469766500106a6176612e6c616e672e537472696e670000000100000008637573746f6d6572');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:f9ce9b73-bf1a-8819-c23e-74250554a367:KeyScope', '\x520100bf3867c0097072696d697469766500106a6176612e6c616e672e537472696e670000000100000009637573746f6d657273');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:f9ce9b73-bf1a-8819-c23e-74250554a367:KeyText', '\x5201007d3f676f097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000377265687964726174652d6b65792f312c393a637573746f6d6572732c383a437573746f6d65722c31323a6f662073757370656e6465642c');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3:KeyAlgorithm', '\x520100f69b21a2097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000b5348415f3235365f313238');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3:KeyScope', '\x5201009fc09e8b097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000770617263656c73');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'k:fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3:KeyText', '\x5201001e4d8591097072696d697469766500106a6176612e6c616e672e537472696e67000000010000002f7265687964726174652d6b65792f312c373a70617263656c732c363a4e756d6265722c393a73757370656e6465642c');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'm:rehydrate.handled', '\x5201007748e64f097072696d697469766500106a6176612e6c616e672e537472696e6700000001000000547b226e657874223a322c22656e7472696573223a5b7b226e223a312c226964223a2272656769737465722073757370656e646564222c226174223a22323032362d31312d32345431323a30303a30305a227d5d7d');
insert into slot_value (address, name, bytes) values
    ('fa8e6a2f-2bfb-cdbf-840f-8881ae9e0fd3', 'm:rehydrate.handled.1', '\x52010034dac665097072696d697469766500106a6176612e6c616e672e537472696e67000000010000000a72656769737465726564');
insert into promoted (address, name, rank, tail, txt, num, at) values
    ('00000000-0000-4000-8000-000000000001', 'name', '\x0500e4000a0062', '\x', 'ä
b', null, null);
insert into promoted (address, name, rank, tail, txt, num, at) values
    ('00000000-0000-4000-8000-000000000001', 'total', '\x0303800000000000000231323500', '\x', '12.5', 12.5, null);
insert into promoted (address, name, rank, tail, txt, num, at) values
    ('88fb5bc9-cc4e-a4ad-7030-f13df06da257', 'dead', '\x0302', '\x', '0', 0, null);
delete from turn;
insert into turn (name, taker, renewed_at) values
    ('sweep', '22d6ec8e-fe53-4b65-9070-2b79951e2e43', 1795521630000000);
select setval('slot_version', 44);
set search_path to default;
