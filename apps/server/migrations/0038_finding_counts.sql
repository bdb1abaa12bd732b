-- Counts of findings (ADR 0141) -----------------------------------------------------------------------------------

-- How many findings of a project have the same severity, state, source and suppression. A count is outdated while the
-- project has a change in project_change for the consumer 'finding-counts', or a finding of a vulnerability in
-- rating_change. Outdated projects are counted by whoever reads the counts. No foreign key: deleting a project deletes its
-- components, which is such a change, and the next update deletes its counts.
create table finding_count (
  project_id    bigint not null,
  severity      text not null,
  state         text not null,
  source        text collate "C" not null,
  is_suppressed boolean not null,
  findings      bigint not null,
  primary key (project_id, severity, state, source, is_suppressed)
);

-- Vulnerabilities whose severity changed since the counts were updated. Recorded by vulnerability and not by project: a
-- finding that another transaction adds at the same time is not visible here, but it is to the reader of both.
create table rating_change (
  id               bigint generated always as identity primary key,
  vulnerability_id bigint not null
);

create function record_rating_change() returns trigger language plpgsql as $$
begin
  insert into rating_change (vulnerability_id) values (new.id);
  return null;
end $$;
-- For each row, because the transition tables of a statement would hold every column of every mirrored record.
create trigger rating_changed after update of severity, source on vulnerability for each row
  when (old.severity is distinct from new.severity or old.source is distinct from new.source)
  execute function record_rating_change();

select add_project_change_consumer('finding-counts', '{COMPONENTS,FINDINGS,DECISIONS}');
