select remarks from information_schema.tables where table_schema || '.' = upper('rehydrate.') and table_name = 'INSTANCES'
