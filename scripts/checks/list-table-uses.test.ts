// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts to check
import { expect, test } from 'vitest';
import { listTableUses } from './list-table-uses.ts';
import { parseText } from './source-files.ts';

const list = (text: string) =>
  listTableUses(parseText('some-store.ts', text)).map(
    ({ line, access, table }) => `${line} ${access} ${table}`,
  );

test('reads templates, including nested ones', () => {
  expect(list('await sql<Row>`select 1 from tag\n where ${sql`exists (select from team)`}`;')).toEqual([
    '1 read tag',
    '2 read team',
  ]);
});

test('reads calls of the query builder', () => {
  const text = `
    db.selectFrom('tag as t').innerJoin('team', 'a', 'b');
    tx.insertInto('alert').values({});
    tx.updateTable('policy');
    tx.deleteFrom('project');
    db.selectFrom(['one', 'two']);`;
  expect(list(text)).toEqual([
    '2 read team',
    '2 read tag',
    '3 write alert',
    '4 write policy',
    '5 write project',
    '6 read one',
    '6 read two',
  ]);
});

test('reads copies and constants with SQL, but no other strings', () => {
  const text = `
    await copyRows(tx, 'finding_audit', COLUMNS, rows);
    const MOVE = 'delete from tag';
    const MESSAGE = 'Choose a tag from the list';`;
  expect(list(text)).toEqual(['2 write finding_audit', '3 write tag']);
});

test('treats a computed name as every name that it may have', () => {
  const text = `
    function merge(table: 'component' | 'service', column: 'publisher') {
      return sql\`delete from \${sql.table(table)}\`;
    }`;
  expect(list(text)).toEqual(['3 write computed_table_name', '2 write component', '2 write service']);
});

test('treats a computed name as read if no statement writes it', () => {
  const text = `
    const kinds = [{ table: 'component', column: 'publisher' }];
    const read = (kind) => sql\`select 1 from \${sql.table(kind.table)}\`;`;
  expect(list(text)).toEqual(['3 read computed_table_name', '2 read component']);
});

test('treats a computed name outside of a statement as written', () => {
  const text = `
    const kinds = [{ table: 'component' }];
    const table = sql.table(kinds[0].table);
    const read = sql\`select 1 from \${table}\`;`;
  expect(list(text)).toEqual(['3 write computed_table_name', '2 write component']);
});
