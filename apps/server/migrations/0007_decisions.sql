-- Decisions made together ---------------------------------------------------------------------------------------

-- A batch can be undone as one, once.
create table decision_batch (
  uuid       uuid primary key,
  decided_by text not null,
  decided_at timestamptz not null,
  undone_by  text,
  undone_at  timestamptz
);

-- Of decisions made together: whose decision stood before and when it would have lapsed, to put that back.
alter table finding_audit add column before jsonb;
