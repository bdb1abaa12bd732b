-- Counts of licences (ADR 0189) -----------------------------------------------------------------------------------

-- How many components of a project have the same licence and licence expression; those without either are left out. A count
-- is outdated while the project has a change in project_change for the consumer 'license-counts'. Outdated projects are
-- counted by whoever reads the counts. No foreign keys: deleting a project deletes its components, and deleting a licence
-- updates them. Both are such changes. Expressions may be too long for an index.
create table license_count (
  project_id         bigint not null,
  license_id         bigint,
  license_expression text,
  components         bigint not null
);
create index license_count_by_project on license_count (project_id);

select add_project_change_consumer('license-counts', '{COMPONENTS}');
