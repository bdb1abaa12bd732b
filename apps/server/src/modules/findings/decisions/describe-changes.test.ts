import { describe, expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';

describe('An audit entry describes a change', () => {
  it.each([
    ['state', 'NOT_SET', 'RESOLVED', 'Analysis: NOT_SET → RESOLVED'],
    ['justification', 'NOT_SET', 'CODE_NOT_PRESENT', 'Justification: NOT_SET → CODE_NOT_PRESENT'],
    ['response', 'UPDATE', 'NOT_SET', 'Vendor Response: UPDATE → NOT_SET'],
    ['details', null, 'text', 'Details: (None) → text'],
    ['details', 'text', null, 'Details: text → (None)'],
    ['details', 'old', 'new', 'Details: old → new'],
    ['isSuppressed', false, true, 'Suppressed'],
    ['isSuppressed', true, false, 'Unsuppressed'],
    ['severity', null, 'HIGH', 'Severity: UNASSIGNED → HIGH'],
    ['cvssV2Vector', null, 'v', 'CVSSv2 Vector: (None) → v'],
    ['cvssV2Score', null, 1.5, 'CVSSv2 Score: (None) → 1.5'],
    ['cvssV3Vector', 'v', null, 'CVSSv3 Vector: v → (None)'],
    ['cvssV3Score', 1, 2, 'CVSSv3 Score: 1 → 2'],
    ['cvssV4Vector', 'v', 'w', 'CVSSv4 Vector: v → w'],
    ['cvssV4Score', 10, null, 'CVSSv4 Score: 10 → (None)'],
    ['owaspVector', null, 'v', 'OWASP Vector: (None) → v'],
    ['owaspScore', null, 4, 'OWASP Score: (None) → 4'],
    ['expiresAt', null, '2030-01-01T00:00:00.000Z', 'Expires: never → 2030-01-01T00:00:00.000Z'],
  ] as const)('of %s from %s to %s as: %s', (field, from, to, words) => {
    expect(describeChanges([{ field, from, to }])).toBe(words);
  });

  it('shortens long values to 1,000 characters, without splitting a surrogate pair', () => {
    const [from, to] = ['a'.repeat(5_000), '\u{1f600}'.repeat(5_000)];
    const words = describeChanges([{ field: 'details', from, to }]);
    expect(words).toBe(`Details: ${'a'.repeat(1_000)}… → ${'\u{1f600}'.repeat(500)}…`);
    const odd = describeChanges([{ field: 'details', from: null, to: `a${'\u{1f600}'.repeat(5_000)}` }]);
    expect(odd).toBe(`Details: (None) → a${'\u{1f600}'.repeat(499)}…`);
  });

  it('has the note as its first line and one line per field', () => {
    const changes = [
      { field: 'state', from: 'NOT_SET', to: 'RESOLVED' },
      { field: 'isSuppressed', from: false, to: true },
    ] as const;
    expect(describeChanges(changes, 'Because.')).toBe('Because.\nAnalysis: NOT_SET → RESOLVED\nSuppressed');
  });
});
