-- Records that a mirror run could not read ------------------------------------------------------------------------

-- One bad record does not cost the others; how many there were is counted, and the first ones are named:
-- [{"record": "CVE-2024-1", "reason": "…"}].
alter table mirror_run add column records_unreadable bigint not null default 0;
alter table mirror_run add column unreadable jsonb not null default '[]';
