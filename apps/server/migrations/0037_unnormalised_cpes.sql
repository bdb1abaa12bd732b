-- CPEs of components stored before 0035 whose normalised form may differ. An init task sets `cpe_name` of these components
-- and empties the table.
create table unnormalised_cpe (cpe text not null);

insert into unnormalised_cpe
select distinct cpe from component
where cpe is not null and cpe_name is null and cpe !~ '^cpe:2\.3:[aoh*-](:([*-]|[a-z0-9._-]+)){10}$';
