import { expect, test } from 'vitest';
import { scanSql } from './scan-sql.ts';

const list = (sql: string) => scanSql(sql).map(({ access, table }) => `${access} ${table}`);

test.each([
  ['select 1 from project', ['read project']],
  ['select 1 from project p, tag t where p.id = t.id', ['read project', 'read tag']],
  ['select 1 from a join b on true left join c using (id)', ['read a', 'read b', 'read c']],
  ['select 1 from (select 1 from inside) s, outside', ['read outside', 'read inside']],
  ['select 1 from unnest($1::text[]) as given (name) join tag on true', ['read tag']],
  ['select 1 from project cross join lateral (select 1 from tag) t', ['read project', 'read tag']],
  ['insert into tag (name) select name from team', ['write tag', 'read team']],
  ['insert into tag values (1) on conflict do update set name = excluded.name', ['write tag']],
  ['update only tag t set name = s.name from team s', ['write tag', 'read team']],
  ['delete from tag using team where true', ['write tag', 'read team']],
  ['merge into tag using team on true', ['write tag', 'read team']],
  ['truncate table tag, team', ['write tag', 'write team']],
  ['copy tag (name) from stdin', ['write tag', 'read stdin']],
  ['select 1 from tag for update of tag', ['read tag']],
  ['select 1 from tag for no key update', ['read tag']],
  ['select a is distinct from project, extract(epoch from now()) from tag', ['read tag']],
  ["select 'from nowhere' -- from comment\n from tag /* join b */", ['read tag']],
  ['with x as (delete from tag returning id) select 1 from x', ['write tag', 'read x']],
  ['select 1 from "user" u, "PROJECT"', ['read user', 'read PROJECT']],
  ['select 1 from a union select 1 from b', ['read a', 'read b']],
])('lists the tables of: %s', (sql, expected) => {
  expect(list(sql)).toEqual(expected);
});
