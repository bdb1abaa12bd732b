import type { Finding } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { mergeFindings } from './merge-findings.ts';

const finding = (id: string, analysis: Partial<Finding['analysis']> = {}) =>
  ({
    component: { uuid: id },
    vulnerability: { uuid: id },
    analysis: { isSuppressed: false, ...analysis },
  }) as Finding;

test('updates rows where they are, and counts the others', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => finding(id)) as [Finding, Finding, Finding];
  const decided = finding('b', { state: 'IN_TRIAGE' });
  expect(mergeFindings([a, b, c], [finding('new'), decided, a])).toEqual({
    rows: [a, decided, c],
    added: 1,
    gone: 1,
  });
});

test('a row that was suppressed here is not reported as gone', () => {
  const suppressed = finding('a', { isSuppressed: true });
  expect(mergeFindings([suppressed], [])).toEqual({ rows: [suppressed], added: 0, gone: 0 });
});
