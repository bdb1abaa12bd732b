/** Checks that only the package.json of the repository has a version, and that the lock file has the same one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import product from '../package.json' with { type: 'json' };
import { listVersionErrors, type Manifest } from './checks/list-version-errors.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const files = globSync(
  product.workspaces.map((workspace) => `${workspace}/package.json`),
  { cwd: root },
);
const manifests = new Map(files.sort().map((file): [string, Manifest] => [file, read(file)]));
const errors = listVersionErrors(product.version, manifests, read('package-lock.json'));
for (const error of errors) console.log(error);
process.exitCode = errors.length > 0 ? 1 : 0;
