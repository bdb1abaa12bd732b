import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom, settled } from '../../../test/support/bom-uploads.ts';
import { seedProjectWithFindings } from '../../../test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { entryOf, postVex, receiptOf, vexOf } from '../../../test/support/vex-imports.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await sql`create table failure_to_raise (project_id bigint, code text, times bigint)`.execute(service.db);
  await sql`
    create function raise_failure() returns trigger language plpgsql as $$
    declare failure failure_to_raise;
    begin
      select * into failure from failure_to_raise where project_id = new.project_id;
      -- Sequences are not rolled back: they count the attempts.
      if failure.code is not null and new.state = 'PROCESSED'
        and nextval('attempts_' || new.project_id) <= failure.times then
        raise exception 'raised by the test' using errcode = failure.code;
      end if;
      return new;
    end $$`.execute(service.db);
  for (const table of ['bom_upload', 'vex_upload']) {
    await sql`create trigger raise_failure before update on ${sql.table(table)}
      for each row execute function raise_failure()`.execute(service.db);
  }
});
afterAll(() => service.close());

/** Makes the end of every import into a project fail with an error of PostgreSQL, so many times. */
async function failImports(projectUuid: string, code: string, times: number): Promise<() => Promise<number>> {
  const { id } = await service.db
    .selectFrom('project')
    .select('id')
    .where('uuid', '=', projectUuid)
    .executeTakeFirstOrThrow();
  const attempts = sql.ref(`attempts_${id}`);
  await sql`create sequence ${attempts}`.execute(service.db);
  await sql`insert into failure_to_raise values (${id}, ${code}, ${times})`.execute(service.db);
  return async () => {
    const { rows } = await sql<{ attempts: number }>`
      select case when is_called then last_value else 0 end as attempts from ${attempts}`.execute(service.db);
    return Number(rows[0]?.attempts);
  };
}

interface Outcome {
  readonly state: string;
  readonly failure?: string | undefined;
}

const KINDS: readonly (readonly ['BOM' | 'VEX', (projectUuid: string) => Promise<Outcome>])[] = [
  [
    'BOM',
    async (project) => settled(service, (await postBom(service, bomOf([npm('a')]), { project })).body.token),
  ],
  [
    'VEX',
    async (project) => {
      const document = vexOf([entryOf('CVE-2024-1', { state: 'exploitable' })]);
      return receiptOf(service, (await postVex(service, { project }, document)).body.token);
    },
  ],
];

const TRANSIENT = [
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['a lock that was not available in time', '55P03'],
  ['a statement timeout', '57014'],
  ['a full disk', '53100'],
] as const;

const FINAL = [
  ['a text too long for its column', '22001'],
  ['a value outside its range', '22003'],
  ['a text that its encoding does not know', '22021'],
  ['a violated check constraint', '23514'],
  ['a missing value', '23502'],
  ['a row too large for an index', '54000'],
] as const;

describe.concurrent.each(KINDS)('An import of a %s document', (_kind, upload) => {
  it.each(TRANSIENT)('is retried after %s (%s)', async (_what, code) => {
    const { uuid } = await seedProjectWithFindings(service);
    const attempts = await failImports(uuid, code, 1);
    expect(await upload(uuid)).toMatchObject({ state: 'PROCESSED' });
    expect(await attempts()).toBe(2);
  });

  it.each(FINAL)('fails at once, with the reason, after %s (%s)', async (_what, code) => {
    const { uuid } = await seedProjectWithFindings(service);
    const attempts = await failImports(uuid, code, 10);
    expect(await upload(uuid)).toMatchObject({ state: 'FAILED', failure: 'raised by the test' });
    expect(await attempts()).toBe(1);
  });
});
