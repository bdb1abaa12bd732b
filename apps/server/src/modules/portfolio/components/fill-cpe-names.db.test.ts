import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { fillCpeNames } from './fill-cpe-names.ts';

const MIGRATION = new URL('../../../../migrations/0037_unnormalised_cpes.sql', import.meta.url);
const NAME = 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*';

describe('Components stored before cpe_name existed', () => {
  let database: TestDatabase;
  let position = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    await sql`insert into project (uuid, name) values (${newUuid()}, 'acme')`.execute(database.db);
  });

  afterAll(() => database?.drop());

  beforeEach(() => sql`delete from component`.execute(database.db));

  async function store(cpe: string | null, removedAt: Date | null = null): Promise<void> {
    await sql`
      insert into component
        (uuid, project_id, name, classifier, position, identity_hash, content_hash, cpe, removed_at)
      select ${newUuid()}, id, 'rocket', 'LIBRARY', ${position++}, 0, 0, ${cpe}, ${removedAt} from project
    `.execute(database.db);
  }

  async function migrate(): Promise<void> {
    await sql`drop table unnormalised_cpe`.execute(database.db);
    await sql.raw(await readFile(MIGRATION, 'utf8')).execute(database.db);
    // Two nodes that start at the same time.
    await Promise.all([fillCpeNames(database.db), fillCpeNames(database.db)]);
  }

  async function storedNames(): Promise<Record<string, string | null>> {
    const rows = await database.db.selectFrom('component').select(['cpe', 'cpe_name']).execute();
    return Object.fromEntries(rows.map((row) => [row.cpe, row.cpe_name]));
  }

  it('get the normalised name of their CPE', async () => {
    await store('cpe:/a:acme:rocket:1.0');
    await store('cpe:2.3:a:Acme:Rocket:1.0:*:*:*:*:*:*:*', new Date());
    await migrate();
    expect(await storedNames()).toEqual({
      'cpe:/a:acme:rocket:1.0': NAME,
      'cpe:2.3:a:Acme:Rocket:1.0:*:*:*:*:*:*:*': NAME,
    });
  });

  it('keep none if their CPE is normalised, unreadable or missing', async () => {
    await store(NAME);
    await store('rocket 1.0');
    await store(null);
    await migrate();
    expect(await storedNames()).toEqual({ [NAME]: null, 'rocket 1.0': null, null: null });
  });

  it('are searched for once', async () => {
    await store('cpe:/a:acme:rocket:1.0');
    await migrate();
    await sql`update component set cpe_name = null`.execute(database.db);
    await fillCpeNames(database.db);
    expect(await storedNames()).toEqual({ 'cpe:/a:acme:rocket:1.0': null });
  });
});
