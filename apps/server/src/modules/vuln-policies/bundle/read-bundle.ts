import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PolicyDraft } from '../vuln-policy.ts';
import { failWith } from './bundle-failure.ts';
import { readBundleArchive } from './read-bundle-archive.ts';
import { readPolicyDocument } from './read-policy-document.ts';

/** All policies of a bundle, in the order of their files. Throws one `BundleFailure` with the errors of all files. */
export async function readBundle(path: string): Promise<PolicyDraft[]> {
  const files = await readBundleArchive(path);
  const drafts = new Map<string, PolicyDraft>();
  const reasons: string[] = [];
  for (const { name, text } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    // Yield: there may be a thousand files.
    await nextTurn();
    const read = readPolicyDocument(text);
    if (read === 'skipped') continue;
    if ('errors' in read) reasons.push(...read.errors.map((error) => `${name}: ${error}`));
    else if (drafts.has(read.draft.name)) reasons.push(`${name}: the name ${read.draft.name} occurs twice`);
    else drafts.set(read.draft.name, read.draft);
  }
  if (reasons.length > 0) throw failWith(reasons);
  return [...drafts.values()];
}
