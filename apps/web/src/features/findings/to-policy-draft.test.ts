import type { Finding } from '@tallyman/contract';
import { expect, test } from 'vitest';
import type { Decision } from './decision.ts';
import { findPolicyObstacle, toCondition, toPolicyDraft, toPolicyName } from './to-policy-draft.ts';

const finding = (name: string, group?: string) =>
  ({
    vulnerability: { vulnId: 'CVE-2024-1' },
    component: { name, version: '1.0', projectName: 'shop', ...(group ? { group } : {}) },
  }) as Finding;

const DECISION: Decision = {
  state: 'NOT_AFFECTED',
  justification: 'CODE_NOT_REACHABLE',
  response: 'NOT_SET',
  detail: '',
  isSuppressed: true,
};

test.each([
  ['everywhere', 'vuln.id == "CVE-2024-1"'],
  ['component', 'vuln.id == "CVE-2024-1" && component.group == "org" && component.name == "lib"'],
  [
    'version',
    'vuln.id == "CVE-2024-1" && component.group == "org" && component.name == "lib" && component.version == "1.0"',
  ],
  [
    'project',
    'vuln.id == "CVE-2024-1" && component.group == "org" && component.name == "lib" && project.name == "shop"',
  ],
] as const)('the condition of %s', (scope, condition) => {
  expect(toCondition(finding('lib', 'org'), scope)).toBe(condition);
});

test('names are quoted in conditions', () => {
  expect(toCondition(finding('a" || true || "\\'), 'component')).toBe(
    'vuln.id == "CVE-2024-1" && component.name == "a\\" || true || \\"\\\\"',
  );
});

test('long names are cut between characters', () => {
  const name = toPolicyName(finding('😀'.repeat(500)), 'component');
  expect(name.length).toBeLessThanOrEqual(255);
  expect(name.isWellFormed()).toBe(true);
  expect(toPolicyName(finding('lib'), 'everywhere')).toBe('CVE-2024-1');
});

test('a decision without analysis or justification does not become a policy', () => {
  expect(findPolicyObstacle({ ...DECISION, state: 'NOT_SET' })).toContain('needs an analysis');
  expect(findPolicyObstacle({ ...DECISION, justification: 'NOT_SET' })).toContain('why');
  expect(findPolicyObstacle(DECISION)).toBeUndefined();
  expect(toPolicyDraft({ ...DECISION, state: 'NOT_SET' }, { name: 'a', condition: 'b' })).toBeUndefined();
});

test('a policy decides as the decision does, and until it lapses', () => {
  const decision: Decision = { ...DECISION, response: 'WILL_NOT_FIX', detail: 'Unused', expiresAt: 5 };
  expect(toPolicyDraft(decision, { name: ' n ', condition: ' true ' })).toEqual({
    name: 'n',
    condition: 'true',
    analysis: {
      state: 'NOT_AFFECTED',
      justification: 'CODE_NOT_REACHABLE',
      vendor_response: 'WILL_NOT_FIX',
      details: 'Unused',
      suppress: true,
    },
    operation_mode: 'APPLY',
    valid_until: 5,
  });
});
