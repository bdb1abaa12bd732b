-- API keys may expire, and may be limited to projects (ADR 0198).
alter table api_key
  add column expires_at      timestamptz,
  -- True: the key sees the projects of api_key_project and their descendants only, even if none of them is left.
  add column is_limited      boolean not null default false,
  -- The expiry that was notified. A later expiry is notified again.
  add column notified_expiry timestamptz;
create index api_key_by_expiry on api_key (expires_at) where expires_at is not null;

create table api_key_project (
  api_key_id bigint not null references api_key on delete cascade,
  project_id bigint not null references project on delete cascade,
  primary key (api_key_id, project_id)
);
create index api_key_project_by_project on api_key_project (project_id);

drop trigger audit_api_key on api_key;
create trigger audit_api_key after insert or update or delete on api_key for each row
  execute function record_audited_row('api-key', 'public_id', 'secret_hash', 'id,created_at,last_used_at,notified_expiry');
call audit_members('api_key_project', 'api-key', 'api_key', 'public_id', 'api_key_id', 'projects',
  '(select concat_ws('':'', name, version) from project where id = changed.project_id)');
