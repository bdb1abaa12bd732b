-- Addresses from which users signed in lately: failures of others do not lock their owners out there.
create table known_sign_in_address (
  user_id         bigint not null references app_user on delete cascade,
  network         text not null,
  last_success_at timestamptz not null,
  primary key (user_id, network)
);
create index known_sign_in_address_by_age on known_sign_in_address (last_success_at);

-- The project that the work behind a token is about: who may not see the project learns nothing of the work.
alter table work_token add column project_uuid uuid;
