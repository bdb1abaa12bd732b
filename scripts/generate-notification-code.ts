/** Writes the code of the notification messages from their .proto file: `node scripts/generate-notification-code.ts`. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const buf = join(root, 'node_modules/@bufbuild/buf/bin/buf');
// buf searches its plug-in in PATH.
const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
const { status } = spawnSync(process.execPath, [buf, 'generate'], {
  cwd: join(root, 'packages/contract'),
  env: { ...process.env, PATH },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
