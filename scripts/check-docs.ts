/** Checks that paths named in documents exist, and that decisions have their form and are listed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDecision, checkPaths } from './checks/check-documents.ts';
import { listRepositoryFiles } from './checks/source-files.ts';

const root = join(import.meta.dirname, '..');
const repository = listRepositoryFiles();
const documents = repository
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const violations = documents.flatMap((document) => [
  ...checkPaths(document, repository),
  ...(/^docs\/adr\/\d/.test(document.path) ? checkDecision(document, repository) : []),
]);
for (const violation of violations) console.log(violation);
process.exitCode = violations.length === 0 ? 0 : 1;
