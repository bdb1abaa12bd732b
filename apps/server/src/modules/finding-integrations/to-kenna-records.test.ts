import type { Finding } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { mergeVulns, toAsset, toDefinition, toVuln } from './to-kenna-records.ts';

const NOW = new Date('2026-11-16T02:00:00.123Z');

function findingOf(vulnerability: object, state?: string): Finding {
  const standard = { source: 'NVD', vulnId: 'CVE-2024-1', severity: 'HIGH' };
  return { vulnerability: { ...standard, ...vulnerability }, analysis: { state } } as Finding;
}

describe('An asset of Kenna', () => {
  it.each([
    [
      { name: 'shop', version: '1.0', external_id: 'x', tags: ['a'] },
      { application: 'shop 1.0', external_id: 'x', tags: ['a'] },
    ],
    [
      { name: 'shop', version: null, external_id: 'x', tags: [] },
      { application: 'shop', external_id: 'x' },
    ],
  ])('of %j is %j', (project, asset) => {
    expect(toAsset(project)).toEqual(asset);
  });
});

describe('A vuln of Kenna', () => {
  it('has identifier, time, status and score', () => {
    expect(toVuln(findingOf({}), NOW)).toEqual({
      scanner_type: 'Dependency-Track',
      scanner_identifier: 'NVD-CVE-2024-1',
      last_seen_at: '2026-11-16T02:00:00Z',
      status: 'open',
      scanner_score: 7,
    });
  });

  it.each([
    ['CRITICAL', 9],
    ['HIGH', 7],
    ['MEDIUM', 5],
    ['LOW', 3],
    ['INFO', 0],
    ['UNASSIGNED', 0],
  ])('of severity %s has the score %i, and ten times that if it is not of NVD', (severity, score) => {
    expect(toVuln(findingOf({ severity }), NOW)).toMatchObject({ scanner_score: score });
    const other = toVuln(findingOf({ severity, source: 'GITHUB' }), NOW);
    expect(other).toMatchObject({ scanner_score: score, override_score: 10 * score });
  });

  it.each([
    ['FALSE_POSITIVE', 'false_positive'],
    ['NOT_AFFECTED', 'risk_accepted'],
    ['EXPLOITABLE', 'open'],
    ['RESOLVED', 'open'],
    [undefined, 'open'],
  ])('in state %s is %s', (state, status) => {
    expect(toVuln(findingOf({}, state), NOW).status).toBe(status);
  });

  it.each([
    ['FALSE_POSITIVE', 'NOT_AFFECTED', 'risk_accepted'],
    ['NOT_AFFECTED', 'FALSE_POSITIVE', 'risk_accepted'],
    ['FALSE_POSITIVE', undefined, 'open'],
    [undefined, 'NOT_AFFECTED', 'open'],
    ['FALSE_POSITIVE', 'FALSE_POSITIVE', 'false_positive'],
  ])('of components in the states %s and %s is %s', (a, b, status) => {
    expect(mergeVulns(toVuln(findingOf({}, a), NOW), toVuln(findingOf({}, b), NOW)).status).toBe(status);
  });

  it('of several components has the highest score', () => {
    const [low, high] = ['LOW', 'HIGH'].map((severity) =>
      toVuln(findingOf({ severity, source: 'OSV' }), NOW),
    );
    if (!low || !high) throw new Error('There are two.');
    expect(mergeVulns(low, high)).toEqual(high);
    expect(mergeVulns(high, low)).toEqual(high);
  });
});

describe('A definition of Kenna', () => {
  it.each([
    [
      {
        title: 'Flaw',
        description: 'Text',
        recommendation: 'Update',
        cwes: [
          { cweId: 79, name: 'XSS' },
          { cweId: 80, name: '' },
        ],
      },
      {
        cve_identifiers: 'CVE-2024-1',
        cwe_identifier: 'CWE-79',
        name: 'Flaw',
        description: 'Text',
        solution: 'Update',
      },
    ],
    [{}, { cve_identifiers: 'CVE-2024-1', name: 'CVE-2024-1 (source: NVD)' }],
    [
      { source: 'GITHUB', vulnId: 'GHSA-1' },
      { scanner_identifier: 'GITHUB-GHSA-1', name: 'GHSA-1 (source: GITHUB)' },
    ],
  ])('of %j is %j', (vulnerability, definition) => {
    expect(toDefinition(findingOf(vulnerability).vulnerability)).toEqual({
      scanner_type: 'Dependency-Track',
      scanner_identifier: 'NVD-CVE-2024-1',
      ...definition,
    });
  });
});
