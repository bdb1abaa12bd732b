import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from '@tallyman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisToCyclonedx } from './analysis-to-cyclonedx.ts';
import { toAnalysisState, toJustification, toResponse } from './to-analysis.ts';

const UNDECIDED = { state: 'NOT_SET', justification: 'NOT_SET', response: 'NOT_SET', details: null };

describe('An imported analysis', () => {
  it.each([
    ['exploitable', 'EXPLOITABLE'],
    ['in_triage', 'IN_TRIAGE'],
    ['false_positive', 'FALSE_POSITIVE'],
    ['not_affected', 'NOT_AFFECTED'],
    ['resolved', 'RESOLVED'],
  ])('has the state %s as %s', (state, expected) => {
    expect(toAnalysisState(state)).toBe(expected);
  });

  it.each(['resolved_with_pedigree', 'not_set', 'EXPLOITABLE', '', 'constructor'])(
    'has the state %j, which the service does not model, as Not Set',
    (state) => {
      expect(toAnalysisState(state)).toBe('NOT_SET');
    },
  );

  it.each([undefined, '', 'not_set', 'CODE_NOT_PRESENT', 'because'])(
    'has no justification for the unknown %j',
    (justification) => {
      expect(toJustification(justification)).toBeUndefined();
    },
  );

  it.each([undefined, '', 'not_set', 'UPDATE', 'wait'])('has no response for the unknown %j', (response) => {
    expect(toResponse(response)).toBeUndefined();
  });
});

describe('Export rule 4: analysis mapping to the document', () => {
  it.each([
    ['state to analysis.state', { state: 'IN_TRIAGE' }, { state: 'in_triage' }],
    [
      'justification to analysis.justification',
      { justification: 'PROTECTED_BY_MITIGATING_CONTROL' },
      { justification: 'protected_by_mitigating_control' },
    ],
    ['vendor response to a one-element array', { response: 'WILL_NOT_FIX' }, { response: ['will_not_fix'] }],
    ['details to analysis.detail, as they are', { details: ' a\nb ' }, { detail: ' a\nb ' }],
    ['blank details to nothing', { details: ' \n' }, {}],
    ['no decision to an empty analysis', {}, {}],
    ['suppression to nothing', { is_suppressed: true }, {}],
  ])('%s', (_rule, decided, expected) => {
    expect(analysisToCyclonedx({ ...UNDECIDED, ...decided })).toEqual(expected);
  });

  it('is the inverse of the import', () => {
    const analysis = fc.record({
      state: fc.constantFrom(...ANALYSIS_STATES),
      justification: fc.constantFrom(...ANALYSIS_JUSTIFICATIONS),
      response: fc.constantFrom(...ANALYSIS_RESPONSES),
      details: fc.constantFrom(null, 'd'),
    });
    fc.assert(
      fc.property(analysis, (given) => {
        const exported = analysisToCyclonedx(given);
        expect({
          state: exported.state === undefined ? 'NOT_SET' : toAnalysisState(exported.state),
          justification: toJustification(exported.justification) ?? 'NOT_SET',
          response: toResponse(exported.response?.[0]) ?? 'NOT_SET',
          details: exported.detail ?? null,
        }).toEqual(given);
      }),
    );
  });
});
