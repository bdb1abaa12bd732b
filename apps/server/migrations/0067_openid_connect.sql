-- Users of OpenID Connect providers. A user without an issuer belongs to the main provider.
alter table app_user add column oidc_issuer text;
create index app_user_by_oidc_subject on app_user (oidc_subject) where oidc_subject is not null;

-- The provider and its own session, which it can end.
alter table user_session add column oidc_issuer text, add column oidc_sid text;
create index user_session_by_oidc_sid on user_session (oidc_sid) where oidc_sid is not null;

create table oidc_group (
  id   bigint generated always as identity primary key,
  uuid uuid not null unique,
  name text not null unique
);

create table oidc_group_mapping (
  id       bigint generated always as identity primary key,
  uuid     uuid not null unique,
  group_id bigint not null references oidc_group on delete cascade,
  team_id  bigint not null references team on delete cascade,
  unique (team_id, group_id)
);
create index oidc_group_mapping_by_group on oidc_group_mapping (group_id);

-- Sign-ins that have begun in a browser. Each completes once.
create table oidc_sign_in (
  state_hash    bytea primary key,
  browser_hash  bytea not null,
  provider      text not null,
  nonce         text not null,
  code_verifier text not null,
  redirect_uri  text not null,
  return_path   text not null,
  network       text not null,
  expires_at    timestamptz not null
);
create index oidc_sign_in_by_expiry on oidc_sign_in (expires_at);
create index oidc_sign_in_by_network on oidc_sign_in (network);
