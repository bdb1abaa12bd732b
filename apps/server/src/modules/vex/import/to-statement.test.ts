import type { Vulnerability, VulnerabilityAnalysis, VulnerabilityRating } from '@tallyman/cyclonedx';
import { readBom } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { justifyRating } from '../../cyclonedx-mapping/rating-scope.ts';
import { findEntrySkip } from './find-skip.ts';
import { toStatement } from './to-statement.ts';

const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';

const entry = (more: Partial<Vulnerability>): Vulnerability => ({
  id: 'CVE-1',
  affects: [{ ref: 'a' }, { ref: 'b' }],
  ...more,
});
const analysisOf = (analysis: VulnerabilityAnalysis) => toStatement(entry({ analysis })).analysis;
const ratedWith = (...ratings: VulnerabilityRating[]) => toStatement(entry({ ratings }));
const owasp = (more: Partial<VulnerabilityRating>): VulnerabilityRating => ({ method: 'OWASP', ...more });

describe('A statement', () => {
  it('has the id and the source without the space around them', () => {
    const statement = toStatement(entry({ id: ' CVE-1\n', source: { name: '\tNVD ' } }));
    expect(statement).toEqual({ id: 'CVE-1', source: 'NVD', refs: ['a', 'b'] });
  });

  it.each<[string, Partial<Vulnerability>]>([
    ['an absent id', { id: undefined as never }],
    ['a blank id', { id: ' \t' }],
  ])('has a blank id for %s', (_what, more) => {
    expect(toStatement(entry(more)).id).toBe('');
  });

  it.each<[string, Partial<Vulnerability>]>([
    ['an absent source', {}],
    ['a source without a name', { source: { url: 'https://example.org' } }],
    ['a blank source', { source: { name: ' ' } }],
  ])('has no source for %s', (_what, more) => {
    expect(toStatement(entry(more))).not.toHaveProperty('source');
  });

  it('has the references of affects, in order; none if it is absent', () => {
    const affects = [{ ref: 'b' }, { ref: 'a' }, { ref: 'b' }];
    expect(toStatement(entry({ affects })).refs).toEqual(['b', 'a', 'b']);
    expect(toStatement({ id: 'CVE-1' }).refs).toEqual([]);
  });

  it('has an analysis if the entry has an analysis node, even an empty one', () => {
    expect(toStatement(entry({ analysis: {} })).analysis).toEqual({});
    expect(toStatement(entry({}))).not.toHaveProperty('analysis');
  });
});

describe('Import rule 7: applied fields', () => {
  it.each<[string, VulnerabilityAnalysis, object]>([
    ['analysis.state', { state: 'not_affected' }, { state: 'NOT_AFFECTED' }],
    ['an unmodelled analysis.state as Not Set', { state: 'resolved_with_pedigree' }, { state: 'NOT_SET' }],
    ['analysis.justification', { justification: 'code_not_present' }, { justification: 'CODE_NOT_PRESENT' }],
    ['an unknown analysis.justification as absent', { justification: 'because' as never }, {}],
    ['analysis.responses', { response: ['update'] }, { response: 'UPDATE' }],
    [
      'the last of analysis.responses',
      { response: ['update', 'will_not_fix'] },
      { response: 'WILL_NOT_FIX' },
    ],
    ['empty analysis.responses as absent', { response: [] }, {}],
    ['analysis.detail as it is written', { detail: ' two\nlines ' }, { details: ' two\nlines ' }],
    ['a blank analysis.detail as absent', { detail: ' \n' }, {}],
    [
      'analysis.detail without characters that XML cannot contain',
      { detail: 'a\u0000b\u000bc\ufffed\te\nf\rg' },
      { details: 'a\ufffdb\ufffdc\ufffdd\te\nf\rg' },
    ],
  ])('%s', (_what, given, expected) => {
    expect(analysisOf(given)).toEqual(expected);
  });
});

describe('A rating with the method OWASP', () => {
  it.each<[string, VulnerabilityRating, object]>([
    ['gives vector and score', owasp({ vector: VECTOR, score: 1.5 }), { vector: VECTOR, score: 1.5 }],
    ['gives the vector alone', owasp({ vector: VECTOR }), { vector: VECTOR }],
    ['gives the score alone, 0 included', owasp({ score: 0 }), { score: 0 }],
    ['gives the vector without the space around it', owasp({ vector: ` ${VECTOR} ` }), { vector: VECTOR }],
    ['may have a prefix', owasp({ vector: `OWASP/${VECTOR}` }), { vector: `OWASP/${VECTOR}` }],
    ['may have some of the factors', owasp({ vector: 'SL:1/M:9' }), { vector: 'SL:1/M:9' }],
    ['ignores a blank vector', owasp({ vector: ' ', score: 2 }), { score: 2 }],
  ])('%s', (_what, rating, expected) => {
    expect(ratedWith(rating).owasp).toEqual(expected);
    expect(findEntrySkip(ratedWith(rating))).toBeUndefined();
  });

  it.each<[string, VulnerabilityRating[]]>([
    ['with neither vector nor score counts as absent', [owasp({ severity: 'high' })]],
    ['with a blank vector and no score counts as absent', [owasp({ vector: ' ' })]],
    ['is not one with another method', [{ method: 'CVSSv3', vector: 'CVSS:3.1/AV:N', score: 9 }]],
    ['is not one without a method', [{ score: 9 }]],
  ])('%s', (_what, ratings) => {
    expect(ratedWith(...ratings)).toEqual({ id: 'CVE-1', refs: ['a', 'b'] });
  });

  it.each(['nonsense', 'SL:1/XX:2', 'SL:1/SL:2', 'SL:10', 'CVSS:3.1/AV:N', 'SL:1/'])(
    'with the vector %s is ignored, and the receipt names the vector',
    (vector) => {
      const statement = ratedWith(owasp({ vector: ` ${vector} `, score: 3 }));
      expect(statement).toEqual({ id: 'CVE-1', refs: ['a', 'b'], invalidVectors: [vector] });
      expect(findEntrySkip(statement)?.text).toContain(`"${vector}" is not an OWASP vector`);
    },
  );

  it('does not prevent the analysis of its entry from being applied if it is ignored', () => {
    const ratings = [owasp({ vector: 'nonsense' })];
    const statement = toStatement(entry({ ratings, analysis: { state: 'exploitable' } }));
    expect(findEntrySkip(statement)).toBeUndefined();
    expect(statement.analysis).toEqual({ state: 'EXPLOITABLE' });
  });

  it('counts if it is the last of several that are usable', () => {
    const statement = ratedWith(owasp({ score: 1 }), owasp({ score: 2 }), owasp({ vector: 'nonsense' }));
    expect(statement).toMatchObject({ owasp: { score: 2 }, invalidVectors: ['nonsense'] });
  });

  it('may be for some of the references only', () => {
    const some = owasp({ score: 1, justification: justifyRating(['b']) });
    const statement = ratedWith(some, owasp({ score: 2 }));
    expect(statement.owasp).toEqual({ score: 2 });
    expect(statement.owaspByRef).toEqual(new Map([['b', { score: 1 }]]));
    expect(ratedWith(some)).not.toHaveProperty('owasp');
  });

  it('is for all references if its justification names others', () => {
    const statement = ratedWith(owasp({ score: 1, justification: justifyRating(['elsewhere']) }));
    expect(statement).toEqual({ id: 'CVE-1', refs: ['a', 'b'], owasp: { score: 1 } });
  });
});

describe('Documents that are not validated', () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
    fc.constantFrom({}, [], [{}], [null], 'OWASP', 5, null),
  );
  const mostly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
    fc.oneof({ arbitrary: right, weight: 9 }, { arbitrary: anything, weight: 1 });
  const object = (members: Record<string, fc.Arbitrary<unknown>>) =>
    mostly(fc.record(members, { requiredKeys: [] }));
  const list = (item: fc.Arbitrary<unknown>) => mostly(fc.array(item, { maxLength: 3 }));
  const text = mostly(
    fc.oneof(fc.constantFrom('', ' ', 'a', 'exploitable', 'update', '\0', '\ud800'), fc.string()),
  );
  const vulnerability = object({
    id: text,
    source: object({ name: text }),
    affects: list(object({ ref: text })),
    analysis: object({ state: text, justification: text, response: list(text), detail: text }),
    ratings: list(
      object({
        method: mostly(fc.constant('OWASP')),
        vector: text,
        score: mostly(fc.double()),
        justification: text,
      }),
    ),
  });

  it('give statements, or their entries are left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(vulnerability, { maxLength: 4 }), async (vulnerabilities) => {
        const document = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, vulnerabilities };
        for await (const batch of readBom(Buffer.from(JSON.stringify(document)), { validation: 'off' })) {
          if (batch.kind === 'vulnerabilities')
            for (const one of batch.entries) findEntrySkip(toStatement(one));
        }
      }),
      { numRuns: 500 },
    );
  });
});
