import { describe, expect, it } from 'vitest';
import { statementOf } from '../../../../test/support/vex-import-fixtures.ts';
import { findDocumentSkip, findEntrySkip, findInvalidVector } from './find-skip.ts';
import type { VexStatement } from './vex-document.ts';

describe('Import rule 1: the whole upload is skipped', () => {
  it.each([
    ['when the document has no vulnerabilities', [], true, 'the document has no vulnerabilities'],
    ['when neither has any', [], false, 'the document has no vulnerabilities'],
    [
      'when the target project has no vulnerabilities',
      [statementOf('CVE-1')],
      false,
      'the target project has no vulnerabilities',
    ],
    ['in no other case', [statementOf('CVE-1')], true, undefined],
  ])('%s', (_when, statements, hasFindings, reason) => {
    expect(findDocumentSkip(statements, hasFindings)).toBe(reason);
  });
});

describe('Import rule 2: an individual vulnerabilities entry is skipped', () => {
  const NO_DECISION = 'the entry has neither an analysis node nor a rating whose method is OWASP';
  const without = (...names: (keyof VexStatement)[]) =>
    Object.fromEntries(
      Object.entries(statementOf('CVE-1')).filter(([name]) => !names.includes(name as keyof VexStatement)),
    ) as unknown as VexStatement;

  it.each<[string, VexStatement, string, boolean]>([
    ['when id is blank, with a warning', statementOf(''), 'id is blank', true],
    [
      'when affects is absent or empty',
      statementOf('CVE-1', { refs: [] }),
      'affects is absent or empty',
      false,
    ],
    ['when it has neither an analysis node nor an OWASP rating', without('analysis'), NO_DECISION, false],
  ])('%s', (_when, statement, text, isWarning) => {
    expect(findEntrySkip(statement)).toEqual({ text, isWarning });
  });

  it('with the first of several reasons', () => {
    expect(findEntrySkip({ id: '', refs: [] })?.text).toBe('id is blank');
    expect(findEntrySkip({ id: 'CVE-1', refs: [] })?.text).toBe('affects is absent or empty');
  });

  it.each<[string, Partial<VexStatement>]>([
    ['an analysis node', { analysis: { state: 'RESOLVED' } }],
    ['an empty analysis node', { analysis: {} }],
    ['an OWASP rating', { owasp: { score: 1 } }],
    ['an OWASP rating for some references', { owaspByRef: new Map([['ref', { score: 1 }]]) }],
  ])('but not when it has %s', (_what, more) => {
    expect(findEntrySkip({ ...without('analysis'), ...more })).toBeUndefined();
  });

  it('when all it has is an OWASP rating with an invalid vector, which the reason names', () => {
    const skip = findEntrySkip({ ...without('analysis'), invalidVectors: ['nonsense', 'more'] });
    expect(skip).toEqual({
      text: 'the OWASP rating is ignored: "nonsense" is not an OWASP vector (expected factors such as SL:1/M:4/…)',
      isWarning: false,
    });
  });
});

describe('An invalid OWASP vector', () => {
  it('is absent from most entries', () => {
    expect(findInvalidVector(statementOf('CVE-1'))).toBeUndefined();
    expect(findInvalidVector(statementOf('CVE-1', { invalidVectors: [] }))).toBeUndefined();
  });

  it.each([
    [100, 'x'.repeat(100)],
    [101, `${'x'.repeat(100)}…`],
  ])('with %i characters is quoted up to the hundredth', (length, quoted) => {
    const skip = findInvalidVector(statementOf('CVE-1', { invalidVectors: ['x'.repeat(length)] }));
    expect(skip?.text).toContain(`"${quoted}"`);
  });
});
