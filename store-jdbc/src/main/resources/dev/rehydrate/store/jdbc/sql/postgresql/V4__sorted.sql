-- A page in descending order has the instances of one value in ascending order.
create index promoted_rank_down on promoted (name, rank desc, address);
-- Values that are longer than their rank. Without one of a name the ranks alone are the order of its values.
create index promoted_long on promoted (name) where tail <> '';
