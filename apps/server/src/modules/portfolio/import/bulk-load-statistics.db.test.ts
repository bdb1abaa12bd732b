import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { bomOf, importBom, npm } from '../../../../test/support/bom-uploads.ts';
import { startTestService } from '../../../../test/support/test-service.ts';

it('a large upload refreshes the statistics of its components and dependencies', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const components = Array.from({ length: 1_000 }, (_, n) => ({
    ...npm(`package-${n}`, '1.0.0'),
    'bom-ref': `r${n}`,
  }));
  const dependencies = components.slice(1).map((_, n) => ({ ref: `r${n}`, dependsOn: [`r${n + 1}`] }));
  await importBom(service, 'large', { ...bomOf(components), dependencies });
  const { rows } = await sql<{ name: string; known: number }>`
    select relname as name, reltuples as known from pg_class
    where oid in ('component'::regclass, 'dependency'::regclass) order by relname`.execute(service.db);
  expect(rows).toEqual([
    { name: 'component', known: 1_000 },
    { name: 'dependency', known: 999 },
  ]);
});
