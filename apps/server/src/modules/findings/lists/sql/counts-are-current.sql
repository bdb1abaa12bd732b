select (
  select count(*)
  from (
    select project_id
    from project_change
    where consumer = 'finding-counts'
    union
    select f.project_id
    from rating_change
    join finding f on f.vulnerability_id = rating_change.vulnerability_id
  ) outdated
) * 4 <= (
  select count(*)
  from project
) as are_current
