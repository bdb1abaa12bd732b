import { expect, it } from 'vitest';
import { isInForce, type VulnPolicyRow } from './vuln-policy.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

it.each<[string, Partial<VulnPolicyRow>, boolean]>([
  ['without a window', {}, true],
  ['that has begun', { validFrom: at(16) }, true],
  ['that has not begun', { validFrom: at(17) }, false],
  ['that has not ended', { validUntil: at(17) }, true],
  ['that has ended', { validUntil: at(15) }, false],
  ['that ends now', { validUntil: at(16) }, false],
  ['inside its window', { validFrom: at(15), validUntil: at(17) }, true],
  ['that only logs', { operationMode: 'LOG' }, true],
  ['that is disabled', { operationMode: 'DISABLED' }, false],
  ['that is disabled inside its window', { operationMode: 'DISABLED', validFrom: at(15) }, false],
])('a policy is in force if it is enabled and inside validity: %s', (_, given, expected) => {
  const policy = { operationMode: 'APPLY', validFrom: null, validUntil: null, ...given } as VulnPolicyRow;
  expect(isInForce(policy, at(16))).toBe(expected);
});
