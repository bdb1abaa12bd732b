-- Attempts at jobs that did not complete them. A job that completes at its first attempt has no row.
create table job_attempt (
  job_id              uuid not null,
  attempt             integer not null,
  started_at          timestamptz not null,
  ended_at            timestamptz not null default now(),
  -- Whether an error of the job ended it, or an interruption, such as a stopped node.
  is_error            boolean not null,
  reason              text not null,
  -- Null if the job is not retried.
  retry_delay_seconds double precision,
  primary key (job_id, attempt)
);
create index job_attempt_by_age on job_attempt (ended_at);

-- Failed jobs that an administrator started again as another job.
create table job_retry (
  job_id       uuid primary key,
  retry_id     uuid not null,
  requested_by text not null,
  requested_at timestamptz not null default now()
);
create index job_retry_by_retry on job_retry (retry_id);

-- Changed settings of queues. A queue without a row is not paused and has its default capacity.
create table job_queue (
  name       text collate "C" primary key,
  is_paused  boolean not null default false,
  -- How many jobs each node runs at the same time.
  capacity   integer check (capacity >= 1),
  updated_at timestamptz not null default now(),
  updated_by text not null
);
