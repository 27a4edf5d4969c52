-- The claims of one share of the instances: with the bits reversed, a share is a range.
select claim_place as place, address, head from rehydrate.slot
where claim_place between :first and :last and claimed_at <= :until and (claim_place, address) > (:place, :after)
order by claim_place, address limit :limit;
