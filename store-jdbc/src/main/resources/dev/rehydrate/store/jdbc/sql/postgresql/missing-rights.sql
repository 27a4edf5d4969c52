-- What this user may not do and a store does. The row of the turn is there from the beginning, and stays.
select wanted.privilege || ' on ' || wanted.name
from (values
    ('slot', 'SELECT'), ('slot', 'INSERT'), ('slot', 'UPDATE'), ('slot', 'DELETE'),
    ('slot_value', 'SELECT'), ('slot_value', 'INSERT'), ('slot_value', 'UPDATE'), ('slot_value', 'DELETE'),
    ('promoted', 'SELECT'), ('promoted', 'INSERT'), ('promoted', 'UPDATE'), ('promoted', 'DELETE'),
    ('owner', 'SELECT'), ('owner', 'INSERT'), ('owner', 'UPDATE'), ('owner', 'DELETE'),
    ('turn', 'SELECT'), ('turn', 'UPDATE')) as wanted (name, privilege)
where not has_table_privilege('rehydrate.' || wanted.name, wanted.privilege)
union all
select 'USAGE on slot_version'
where not has_sequence_privilege('rehydrate.slot_version', 'USAGE');
