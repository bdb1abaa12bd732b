-- Second factors of managed users. A TOTP factor counts once it is confirmed with a first code; its secret is
-- encrypted with the master key of the secrets. Of a WebAuthn factor only the public key is kept.
create table second_factor (
  id            bigint generated always as identity primary key,
  uuid          uuid not null unique,
  user_id       bigint not null references app_user on delete cascade,
  kind          text not null check (kind in ('TOTP', 'WEBAUTHN')),
  name          text not null,
  created_at    timestamptz not null,
  confirmed_at  timestamptz,
  last_used_at  timestamptz,
  key_id        text,
  nonce         bytea,
  ciphertext    bytea,
  -- The time step of the last code that was accepted: none is accepted twice.
  last_step     bigint,
  credential_id text unique,
  public_key    bytea,
  sign_count    bigint,
  rp_id         text,
  check (kind <> 'TOTP' or ciphertext is not null),
  check (kind <> 'WEBAUTHN' or (credential_id is not null and public_key is not null and rp_id is not null))
);
create index second_factor_by_user on second_factor (user_id);

-- Hashes of one-time codes for users who have lost their factors.
create table recovery_code (
  user_id   bigint not null references app_user on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- Begun ceremonies: a factor that is being added, or a sign-in that waits for its second factor.
create table second_factor_challenge (
  uuid          uuid primary key,
  user_id       bigint not null references app_user on delete cascade,
  purpose       text not null check (purpose in ('ENROL', 'SIGN_IN')),
  challenge     text not null,
  rp_id         text not null,
  password_hash text,
  expires_at    timestamptz not null
);
create index second_factor_challenge_by_expiry on second_factor_challenge (expires_at);
create index second_factor_challenge_by_user on second_factor_challenge (user_id);
