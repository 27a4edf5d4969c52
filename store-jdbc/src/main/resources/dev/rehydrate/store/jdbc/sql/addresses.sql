select address from rehydrate.slot where address > :after order by address limit :limit;
