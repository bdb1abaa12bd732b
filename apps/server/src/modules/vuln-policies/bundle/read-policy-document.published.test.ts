import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteSkipped, TEST_DATA } from '../../../../test/support/test-data.ts';
import { readPolicyDocument } from './read-policy-document.ts';

/** Published policies. They are not part of the repository. */
const directory = join(TEST_DATA, 'policy/vulnerability-policies');

function published(name: string): string | undefined {
  const file = join(directory, name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  noteSkipped(`the policy ${name}`);
  return undefined;
}

describe('Published policies', () => {
  it('are accepted if they are valid', () => {
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

  it('are rejected if they are not valid', () => {
    const text = published('vulnerability-policy-v1-invalid.yaml');
    if (text === undefined) return;
    expect(readPolicyDocument(text)).toMatchObject({ errors: expect.any(Array) });
  });
});
