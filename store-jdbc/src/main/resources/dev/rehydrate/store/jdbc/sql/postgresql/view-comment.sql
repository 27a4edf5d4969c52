select obj_description(to_regclass('rehydrate.instances'), 'pg_class')
