/**
 * Writes the types of the database from the schema migrations: `node scripts/generate-database-types.ts`. With
 * `--verify` it only reports whether the committed file is up to date.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/start-embedded-postgres.ts';
import { createLog } from '../apps/server/src/platform/log/create-log.ts';

const root = join(import.meta.dirname, '..');
const outFile = join(root, 'apps/server/src/platform/db/database.generated.ts');

const directory = await mkdtemp(join(tmpdir(), 'tallyman-types-'));
const postgres = await startEmbeddedPostgres({ dataDirectory: join(directory, 'postgres'), log: () => {} });
try {
  await migrate({ connectionString: postgres.url }, createLog({ levels: { root: 'warn' } }));
  process.exitCode = generate(postgres.url);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

function generate(url: string): number {
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js');
  const mapping = ['--type-mapping', JSON.stringify({ int8: 'number' })];
  const mode = process.argv.includes('--verify') ? ['--verify'] : [];
  const args = [
    codegen,
    '--dialect',
    'postgres',
    '--url',
    url,
    ...mapping,
    '--exclude-pattern',
    'schema_migration',
    '--out-file',
    outFile,
    ...mode,
  ];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
