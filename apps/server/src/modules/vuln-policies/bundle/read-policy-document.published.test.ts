import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPolicyDocument } from './read-policy-document.ts';

/** Published policies, kept beside the checkout and never inside it. */
const directory = join(import.meta.dirname, '../../../../../../../shared/data/policy/vulnerability-policies');

function published(name: string): string | undefined {
  const file = join(directory, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  process.stderr.write(`published policy left out: ${name} is not in ${directory}\n`);
  return undefined;
}

describe('published policies', () => {
  it('that are valid are taken', () => {
    const text = published('vulnerability-policy-v1-valid.yaml');
    if (text === undefined) return;
    expect(readPolicyDocument(text)).toMatchObject({
      draft: {
        name: 'Example',
        analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', response: 'CAN_NOT_FIX' },
        ratings: [{ method: 'CVSSV3', severity: 'MEDIUM', score: 6.3 }],
        operationMode: 'APPLY',
      },
    });
  });

  it('that are not are refused', () => {
    const text = published('vulnerability-policy-v1-invalid.yaml');
    if (text === undefined) return;
    expect(readPolicyDocument(text)).toMatchObject({ errors: expect.any(Array) });
  });
});
