with due as (
  select alert_id, lane, ready_at
  from delivery_lane
  where waiting > 0
    and ready_at <= now()
    and (leased_until is null or leased_until < now())
    and alert_id <> all ($1::bigint[])
  order by ready_at
  limit $2
  for update skip locked
), wanted as (
  select due.*, $3 - coalesce(served.lanes, 0) as allowance,
      row_number() over (partition by alert_id order by ready_at) as turn
  from due
  left join unnest($4::bigint[], $5::int[]) as served(alert_id, lanes) using (alert_id)
), leased as (
  update delivery_lane as known
  set leased_until = now() + make_interval(secs => $6), lease = known.lease + 1
  from wanted
  where known.alert_id = wanted.alert_id
    and known.lane = wanted.lane
    and turn <= allowance
  returning known.alert_id, known.lane, known.lease
)
select d.id, leased.lease, leased.lane, d.uuid, d.attempts, d.is_test as "isTest",
    d.notification_id as "notificationId", outbox.notification, outbox.project_uuid as "projectUuid",
    alert.id as "alertId", alert.name as "alertName", alert.is_enabled as "isEnabled",
    alert.log_successful_publish as "logSuccess", alert.publisher_config as "publisherConfig",
    publisher.extension, publisher.template, publisher.template_mime_type as "templateMimeType",
    publisher.is_default as "isDefaultPublisher", (
  select value
  from setting
  where group_name = 'general'
    and name = 'base.url'
) as "baseUrl", (
  select config
  from extension_config
  where point = $7
    and extension = publisher.extension
) as settings, array(
  select distinct email
  from alert_team
  join team_member on team_member.team_id = alert_team.team_id
  join app_user on app_user.id = team_member.user_id
  where alert_team.alert_id = alert.id
    and email <> ''
    and not suspended
  order by email
) as "teamAddresses"
from leased
cross join (
  select set_config('synchronous_commit', 'off', true)
) as async_commit
join alert on alert.id = leased.alert_id
join publisher on publisher.id = alert.publisher_id
left join lateral (
  select id, uuid, attempts, is_test, notification_id
  from delivery
  -- A range, so that only the index of pending deliveries has this order. With equality the planner sometimes scanned
  -- everything that the alert has ever sent, hoping to find the first few of the lane early.
  where (alert_id, lane) >= (leased.alert_id, leased.lane)
    and (alert_id, lane) <= (leased.alert_id, leased.lane)
    and status = 'PENDING'
  order by alert_id, lane, id
  limit $8
) as d on true
left join lateral (
-- One lookup per row: with a join the planner may read the whole outbox.
select notification,
    project_uuid from notification_outbox where id = d.notification_id limit 1) as outbox on true
order by d.id
-- $1: []
-- $2: 10
-- $3: 4
-- $4: [1]
-- $5: [2]
-- $6: 30
-- $7: "notification-publisher"
-- $8: 5
