import { expect, test } from 'vitest';
import { formatSql, toTokens } from './format-sql.ts';

const STATEMENT = `with due as (select id, 'a  b' as "text" from lane where (a or b) and id = any($1::bigint[])
  and kind is distinct from e'x\\ty' order by id limit 5), gone as (delete from lane using due where lane.id = due.id
  returning lane.id) select case when a and b then 1 else 2 end as n, count(*) from due left join lateral (select 1) x
  on true -- Why.
  where not exists (select from gone)`;

test('starts a line for each clause and indents sub-queries', () => {
  expect(formatSql(STATEMENT)).toBe(`with due as (
  select id, 'a  b' as "text"
  from lane
  where (a or b)
    and id = any ($1::bigint[])
    and kind is distinct from e'x\\ty'
  order by id
  limit 5
), gone as (
  delete from lane using due
  where lane.id = due.id
  returning lane.id
)
select case when a and b then 1 else 2 end as n, count(*)
from due
left join lateral (
  select 1
) x on true
-- Why.
where not exists (
  select
  from gone
)
`);
});

test('changes no token, also when it wraps long lines', () => {
  const columns = Array.from({ length: 60 }, (_, n) => `table_name.column_${n} as "Column ${n}"`).join(', ');
  const long = `select ${columns} from table_name where a and b or c`;
  for (const statement of [STATEMENT, long]) {
    expect(toTokens(formatSql(statement))).toEqual(toTokens(statement));
  }
  expect(
    Math.max(
      ...formatSql(long)
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(110);
});
