with made as (
  select *
  from unnest($1::bigint[], $2::text[], $3::float8[], $4::text[], $5::int[], $6::text[], $7::text[]) as t(id,
      status, delay_ms, destination, response_status, response_excerpt, error)
), recorded as (
  update delivery
  set status = made.status, attempts = attempts + case when made.status = 'CANCELLED' then 0 else 1 end,
      last_attempt_at = now(), next_attempt_at = now() + make_interval(secs => made.delay_ms / 1000.0),
      finished_at = case when made.status = 'PENDING' then null else now() end,
      destination = coalesce(made.destination, delivery.destination), response_status = made.response_status,
      response_excerpt = made.response_excerpt, error = made.error
  -- Not "status = 'PENDING'": with it the planner scans all pending deliveries instead of looking these up.
  from made
  where delivery.id = made.id
    and delivery.finished_at is null
    and delivery.id = any ($8::bigint[])
  returning delivery.alert_id, delivery.lane, made.status
), finished as (
  select alert_id, lane, count(*)::int as done
  from recorded
  where status <> 'PENDING'
    and alert_id is not null
  group by alert_id, lane
), released as (
  select *
  from unnest($9::bigint[], $10::text[], $11::bigint[], $12::float8[]) as t(alert_id, lane, lease,
      retry_delay_ms)
), changes as (
  select alert_id, lane, coalesce(done, 0) as done, lease, retry_delay_ms
  from finished
  full join released using (alert_id, lane)
), locked as (
-- In the lock order of the relay, to avoid deadlocks.
select alert_id, lane, changes.done, changes.lease,
    changes.retry_delay_ms from delivery_lane join changes using (alert_id, lane) order by alert_id,
    lane for update of delivery_lane)
update delivery_lane as known
set waiting = known.waiting - locked.done, leased_until = case when locked.lease = known.lease then null
    else known.leased_until end, ready_at = case when locked.lease = known.lease
    then now() + make_interval(secs => locked.retry_delay_ms / 1000.0) else known.ready_at end
from locked
cross join (
  select set_config('synchronous_commit', 'off', true)
) as async_commit
where known.alert_id = locked.alert_id
  and known.lane = locked.lane
returning known.waiting > 0
  and known.leased_until is null
  and known.ready_at <= now() as "isMore"
-- $1: [1]
-- $2: ["PENDING"]
-- $3: [1000]
-- $4: [null]
-- $5: [null]
-- $6: [null]
-- $7: ["refused"]
-- $8: [1]
-- $9: [1]
-- $10: ["project"]
-- $11: [1]
-- $12: [1000]
