-- Which vulnerabilities the last complete listing of a part of a source contained, for example of an ecosystem of OSV. One
-- that a later listing lacks was deleted by the publisher.
create table mirrored_record (
  source           text collate "C" not null,
  part             text collate "C" not null,
  vulnerability_id bigint not null,
  primary key (source, part, vulnerability_id)
);
create index mirrored_record_by_vulnerability on mirrored_record (vulnerability_id);

-- Records that the publisher deleted without withdrawing them.
alter table mirror_run add column records_retired integer not null default 0;
