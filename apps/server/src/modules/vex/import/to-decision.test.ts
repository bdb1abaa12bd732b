import { ANALYSIS_STATES, type AnalysisState } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { statementOf } from '../../../../test/support/vex-import-fixtures.ts';
import { isInherited, toDecision } from './to-decision.ts';
import type { OwaspRating, StatedAnalysis } from './vex-document.ts';

const decide = (analysis: StatedAnalysis | undefined, owasp: OwaspRating = {}) =>
  toDecision({ ...statementOf('CVE-1'), analysis: analysis as StatedAnalysis }, owasp);

describe('The decision of an entry', () => {
  const suppressing: readonly AnalysisState[] = ['FALSE_POSITIVE', 'NOT_AFFECTED', 'RESOLVED'];

  it.each(suppressing)('suppresses the finding if the imported state is %s', (state) => {
    expect(decide({ state })).toEqual({ state, isSuppressed: true });
  });

  it.each(ANALYSIS_STATES.filter((state) => !suppressing.includes(state)))(
    'leaves suppression unchanged if the imported state is %s',
    (state) => {
      expect(decide({ state })).toEqual({ state });
    },
  );

  it.each<[string, StatedAnalysis | undefined, OwaspRating, object]>([
    ['an empty analysis', {}, {}, {}],
    ['a justification', { justification: 'CODE_NOT_PRESENT' }, {}, { justification: 'CODE_NOT_PRESENT' }],
    ['a response', { response: 'UPDATE' }, {}, { response: 'UPDATE' }],
    ['details', { details: 'd' }, {}, { details: 'd' }],
    ['an OWASP vector', undefined, { vector: 'SL:1' }, { owaspVector: 'SL:1' }],
    ['an OWASP score of 0', undefined, { score: 0 }, { owaspScore: 0 }],
  ])('has only the fields that are present: %s', (_what, analysis, owasp, expected) => {
    expect(decide(analysis, owasp)).toEqual(expected);
  });
});

describe('An OWASP rating is inherited from the vulnerability', () => {
  it.each<[string, OwaspRating, string | null, boolean]>([
    ['if it is the vector of the vulnerability', { vector: 'SL:1' }, 'SL:1', true],
    ['not if the vector differs', { vector: 'SL:2' }, 'SL:1', false],
    ['not if it has a score as well', { vector: 'SL:1', score: 1 }, 'SL:1', false],
    ['not if the vulnerability has none', { vector: 'SL:1' }, null, false],
    ['not if it has no vector', { score: 1 }, null, false],
  ])('%s', (_when, rating, inheritedVector, expected) => {
    expect(isInherited(rating, inheritedVector)).toBe(expected);
  });
});
