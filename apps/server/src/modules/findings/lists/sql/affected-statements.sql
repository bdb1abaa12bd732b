select distinct on (stated.vulnerability_id, stated.uuid) stated.*, asserter.display_name as asserter
from unnest($1::bigint[], $2::uuid[], $3::text[]) as key(vulnerability_id, uuid, asserter)
join lateral (
  select stated.vulnerability_id, stated.uuid, stated.asserter_id, stated.version,
      stated.version_start_including, stated.version_start_excluding, stated.version_end_including,
      stated.version_end_excluding, coalesce(stated.stated_package,
      stated.package) || coalesce('?' || stated.qualifiers, '') as affected
  from affected_package stated
  where stated.vulnerability_id = key.vulnerability_id
    and stated.uuid = key.uuid
  union all
  select stated.vulnerability_id, stated.uuid, stated.asserter_id, null, stated.version_start_including,
      stated.version_start_excluding, stated.version_end_including, stated.version_end_excluding, stated.cpe
  from affected_cpe stated
  where stated.vulnerability_id = key.vulnerability_id
    and stated.uuid = key.uuid
) stated on true
join vulnerability_asserter asserter on asserter.id = stated.asserter_id
order by stated.vulnerability_id, stated.uuid, (asserter.name = key.asserter) desc, stated.asserter_id
-- $1: [1]
-- $2: ["0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f"]
-- $3: ["nvd"]
