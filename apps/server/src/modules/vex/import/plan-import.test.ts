import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GivenFinding,
  identityOf,
  importContextOf,
  projectComponentOf,
  statementOf,
  vexDocumentOf,
  vulnerabilityOf,
} from '../../../../test/support/vex-import-fixtures.ts';
import type { ProjectComponent } from './component-matcher.ts';
import { type ImportContext, type PlannedEntry, planImport } from './plan-import.ts';
import type { VexDocument, VexStatement } from './vex-document.ts';

const LINK = 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1';
const CVE = vulnerabilityOf(10, 'CVE-1');
const A = projectComponentOf(1, 'a');
const B = projectComponentOf(2, 'b');
const DECISION = { state: 'EXPLOITABLE' } as const;

const contextWith = (findings: readonly GivenFinding[], components: readonly ProjectComponent[] = [A, B]) =>
  importContextOf([CVE], components, findings);
const plan = (document: VexDocument, context: ImportContext) => [...planImport(document, context)];
const planOne = (document: VexDocument, context: ImportContext): PlannedEntry => {
  const [entry, ...others] = plan(document, context);
  if (!entry || others.length > 0) throw new Error('There is not exactly one entry.');
  return entry;
};
const decided = ({ matches }: PlannedEntry) => matches.flatMap(({ decision }) => decision?.componentId ?? []);
/** A new context for each document: its matcher remembers the references of one document. */
const both = () =>
  contextWith([
    [10, A],
    [10, B],
  ]);

describe('An entry whose reference resolves to', () => {
  const components = { ref: identityOf('a') };

  it('a components entry is applied to every component in the project matching that entry', () => {
    const twins = [A, { ...A, id: 3, uuid: 'uuid-3' }, B];
    const context = contextWith(
      twins.map((one) => [10, one] as const),
      twins,
    );
    const entry = planOne(vexDocumentOf([statementOf('CVE-1')], components), context);
    expect(decided(entry)).toEqual([1, 3]);
    expect(entry).toMatchObject({
      position: 0,
      vulnerability: CVE,
      references: [{ ref: 'ref', scope: 'component', matched: 2 }],
    });
    expect(entry).not.toHaveProperty('reason');
  });

  it.each([
    ['the metadata component', 'ref', 'ref'],
    ['nothing, and is a BOM-Link,', LINK, undefined],
  ])('%s is applied to every component affected by the vulnerability', (_what, ref, metadataRef) => {
    const document = vexDocumentOf([statementOf('CVE-1', { refs: [ref] })], {}, metadataRef);
    const entry = planOne(document, both());
    expect(decided(entry)).toEqual([1, 2]);
    expect(entry.references).toEqual([{ ref, scope: 'project', matched: 2 }]);
  });

  it('nothing else is applied to nothing; a warning names the reference', () => {
    const entry = planOne(vexDocumentOf([statementOf('CVE-1')]), both());
    const reason = { text: 'nothing has the reference ref', isWarning: true };
    expect(entry).toMatchObject({
      matches: [],
      references: [{ ref: 'ref', scope: 'unresolvable', matched: 0, reason }],
      reason: { text: 'no reference resolves', isWarning: false },
    });
  });
});

describe('An entry', () => {
  it('decides on a component once, whatever the number of references that lead to it', () => {
    const refs = ['ref', 'same', 'project', 'ref', LINK];
    const components = { ref: identityOf('b'), same: identityOf('b') };
    const entry = planOne(vexDocumentOf([statementOf('CVE-1', { refs })], components, 'project'), both());
    expect(decided(entry)).toEqual([2, 1]);
    expect(entry.references.map(({ matched }) => matched)).toEqual([1, 1, 2, 1, 2]);
  });

  it('is applied by the references that resolve, if others do not', () => {
    const refs = ['unknown', 'ref'];
    const entry = planOne(vexDocumentOf([statementOf('CVE-1', { refs })], { ref: identityOf('a') }), both());
    expect(decided(entry)).toEqual([1]);
    expect(entry).not.toHaveProperty('reason');
    expect(entry.references[0]?.reason?.isWarning).toBe(true);
  });

  it('names components that match and have no finding, without a decision', () => {
    const entry = planOne(
      vexDocumentOf([statementOf('CVE-1', { refs: ['a', 'b'] })], { a: identityOf('a'), b: identityOf('b') }),
      contextWith([[10, A]]),
    );
    expect(entry.matches).toEqual([
      { component: A, decision: { componentId: 1, vulnerabilityId: 10, fields: DECISION } },
      { component: B },
    ]);
    expect(entry).not.toHaveProperty('reason');
  });

  it.each<[string, readonly string[], readonly GivenFinding[], string]>([
    ['no reference resolves', ['unknown'], [[10, A]], 'no reference resolves'],
    [
      'it is project-scoped and nothing is affected',
      ['project', 'a'],
      [],
      'no component in the project is affected by the vulnerability',
    ],
    ['no component matches', ['other', 'unknown'], [[10, A]], 'no component in the project matches'],
    [
      'no matching component is affected',
      ['other', 'a'],
      [[10, B]],
      'no matching component is affected by the vulnerability',
    ],
  ])('says why it has no effect when %s', (_when, refs, findings, text) => {
    const components = { a: identityOf('a'), other: identityOf('other') };
    const document = vexDocumentOf([statementOf('CVE-1', { refs })], components, 'project');
    expect(planOne(document, contextWith(findings)).reason).toEqual({ text, isWarning: false });
  });

  it.each<[string, VexStatement, string]>([
    ['rule 2 skips it', { id: 'CVE-1', refs: [], analysis: {} }, 'affects is absent or empty'],
    [
      'rule 3 skips it',
      statementOf('CVE-2'),
      'the vulnerability does not resolve: no vulnerability has the id CVE-2',
    ],
  ])('has no vulnerability, references and matches when %s', (_when, statement, text) => {
    const entry = planOne(vexDocumentOf([statement]), both());
    expect(entry).toMatchObject({ position: 0, statement, reason: { text }, references: [], matches: [] });
    expect(entry).not.toHaveProperty('vulnerability');
  });

  it('is applied to the finding of the named source only', () => {
    const osv = vulnerabilityOf(11, 'CVE-1', { source: 'OSV' });
    const context = importContextOf(
      [CVE, osv],
      [A],
      [
        [10, A],
        [11, A],
      ],
    );
    const document = vexDocumentOf([statementOf('CVE-1', { source: 'OSV' })], { ref: identityOf('a') });
    expect(planOne(document, context).matches).toMatchObject([{ decision: { vulnerabilityId: 11 } }]);
  });

  it('reports an invalid OWASP vector even if it is applied', () => {
    const statement = statementOf('CVE-1', { invalidVectors: ['nonsense'] });
    const entry = planOne(vexDocumentOf([statement], { ref: identityOf('a') }), both());
    expect(decided(entry)).toEqual([1]);
    expect(entry.reason?.text).toContain('"nonsense" is not an OWASP vector');
  });
});

describe('The OWASP rating of a decision', () => {
  const fieldsWith = (more: Partial<VexStatement>, hasOwasp = false, owaspVector: string | null = 'SL:1') => {
    const context = importContextOf([{ ...CVE, owaspVector }], [A], [[10, A, { hasOwasp }]]);
    const statement: VexStatement = { id: 'CVE-1', refs: ['ref'], ...more };
    return planOne(vexDocumentOf([statement], { ref: identityOf('a') }), context).matches[0]?.decision
      ?.fields;
  };
  const own = { owasp: { vector: 'SL:1' } };

  it.each<[string, object | undefined, object]>([
    ['is that of the entry', fieldsWith({ owasp: { vector: 'SL:2' } }), { owaspVector: 'SL:2' }],
    ['is absent if the finding inherits it already', fieldsWith(own), {}],
    ['is set if a decision has replaced the inherited one', fieldsWith(own, true), { owaspVector: 'SL:1' }],
    ['is set if the vulnerability has none', fieldsWith(own, false, null), { owaspVector: 'SL:1' }],
    [
      'is that of the reference before that of the entry',
      fieldsWith({ ...own, owaspByRef: new Map([['ref', { score: 3 }]]) }),
      { owaspScore: 3 },
    ],
    [
      'is that of the entry if the other references have one',
      fieldsWith({ owasp: { score: 1 }, owaspByRef: new Map([['x', { score: 3 }]]) }),
      { owaspScore: 1 },
    ],
  ])('%s', (_what, fields, expected) => {
    expect(fields).toEqual(expected);
  });
});

it('The first of several references to a component decides on its OWASP rating', () => {
  const owaspByRef = new Map([
    ['first', { score: 1 }],
    ['second', { score: 2 }],
  ]);
  const statement: VexStatement = { id: 'CVE-1', refs: ['first', 'second'], owaspByRef };
  const components = { first: identityOf('a'), second: identityOf('a') };
  const { matches } = planOne(vexDocumentOf([statement], components), both());
  expect(matches.map(({ decision }) => decision?.fields)).toEqual([{ owaspScore: 1 }]);
});

describe('Components with the same identity', () => {
  const [one, two] = [projectComponentOf(1, 'twin'), projectComponentOf(2, 'twin')];
  const twins = { 'uuid-1': identityOf('twin'), 'uuid-2': identityOf('twin') };
  const context = () =>
    importContextOf(
      [CVE, vulnerabilityOf(11, 'CVE-2')],
      [one, two],
      [
        [10, one],
        [10, two],
        [11, one],
        [11, two],
      ],
    );
  const decisions = (
    statements: readonly VexStatement[],
    components: VexDocument['components'] | object = twins,
  ) => plan(vexDocumentOf(statements, components as Record<string, never>), context()).map(decided);

  it('are distinguished where the document refers to both by their own UUIDs', () => {
    const statements = ['uuid-1', 'uuid-2'].map((ref) => statementOf('CVE-1', { refs: [ref] }));
    expect(decisions(statements)).toEqual([[1], [2]]);
  });

  it('are both decided on where the document refers to one of them', () => {
    expect(decisions([statementOf('CVE-1', { refs: ['uuid-1'] })])).toEqual([[1, 2]]);
  });

  it('are distinguished for each vulnerability separately', () => {
    const statements = [
      statementOf('CVE-1', { refs: ['uuid-1', 'uuid-2'] }),
      statementOf('CVE-2', { refs: ['uuid-1'] }),
    ];
    expect(decisions(statements)).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it('are both decided on by a reference that is the UUID of neither', () => {
    const statements = ['uuid-1', 'uuid-2', 'other'].map((ref) => statementOf('CVE-1', { refs: [ref] }));
    expect(decisions(statements, { ...twins, other: identityOf('twin') })).toEqual([[1], [2], [1, 2]]);
  });

  it('are both decided on where the entry that names the other one is skipped', () => {
    const skipped: VexStatement = { id: 'CVE-1', refs: ['uuid-2'] };
    expect(decisions([statementOf('CVE-1', { refs: ['uuid-1'] }), skipped])).toEqual([[1, 2], []]);
  });

  it('are not distinguished by a UUID that is the bom-ref of something else', () => {
    const misleading = { 'uuid-1': identityOf('twin'), 'uuid-2': identityOf('unrelated') };
    const statements = ['uuid-1', 'uuid-2'].map((ref) => statementOf('CVE-1', { refs: [ref] }));
    expect(decisions(statements, misleading)).toEqual([[1, 2], []]);
  });
});

describe('Laws of the plan', () => {
  const names = ['a', 'b', 'c'];
  const vulnerabilities = [10, 11, 12].map((id) => vulnerabilityOf(id, `CVE-${id}`));
  const stored = [...names, 'a'].map((name, n) => projectComponentOf(n + 1, name));
  const statement = fc
    .record({
      vulnerability: fc.constantFrom(...vulnerabilities, vulnerabilityOf(99, 'CVE-99')),
      refs: fc.array(fc.constantFrom(...names, 'project', LINK, 'unknown'), { maxLength: 4 }),
      state: fc.constantFrom('EXPLOITABLE', 'RESOLVED', undefined),
    })
    .map(
      ({ vulnerability, refs, state }): VexStatement => ({
        id: vulnerability.vulnId,
        refs,
        ...(state ? { analysis: { state } } : {}),
      }),
    );
  const findings = fc
    .subarray(vulnerabilities.flatMap(({ id }) => stored.map((one) => [id, one] as const)))
    .map((given): readonly GivenFinding[] => given);
  const components = Object.fromEntries(names.map((name) => [name, identityOf(name)]));
  const shuffled = <T>(items: readonly T[]) =>
    fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });
  const planWith = (statements: readonly VexStatement[], given: readonly GivenFinding[]) =>
    plan(vexDocumentOf(statements, components, 'project'), importContextOf(vulnerabilities, stored, given));

  it('an entry is planned alike wherever it stands in the document', () => {
    const given = fc
      .array(statement, { maxLength: 6 })
      .chain((all) => fc.tuple(fc.constant(all), shuffled(all), findings));
    fc.assert(
      fc.property(given, ([statements, reordered, active]) => {
        const byStatement = (entries: readonly PlannedEntry[]) =>
          new Map(entries.map(({ position: _, ...entry }) => [entry.statement, entry]));
        expect(byStatement(planWith(reordered, active))).toEqual(byStatement(planWith(statements, active)));
      }),
    );
  });

  it('the order of references changes no decision', () => {
    const given = statement.chain((one) => fc.tuple(fc.constant(one), shuffled(one.refs), findings));
    fc.assert(
      fc.property(given, ([one, refs, active]) => {
        const decisionsOf = (entries: readonly PlannedEntry[]) =>
          new Map(
            entries.flatMap(({ matches }) =>
              matches.map((match) => [match.component.id, match.decision] as const),
            ),
          );
        expect(decisionsOf(planWith([{ ...one, refs }], active))).toEqual(
          decisionsOf(planWith([one], active)),
        );
      }),
    );
  });

  it('"an import never creates findings": every decision is about an active finding of the project', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 6 }), findings, (statements, active) => {
        const known = new Set(active.map(([vulnerabilityId, { id }]) => `${vulnerabilityId} ${id}`));
        for (const { matches } of planWith(statements, active))
          for (const { decision } of matches)
            if (decision) expect(known).toContain(`${decision.vulnerabilityId} ${decision.componentId}`);
      }),
    );
  });

  it('an entry has a reason exactly when it decides on nothing', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 6 }), findings, (statements, active) => {
        for (const entry of planWith(statements, active))
          expect(entry.reason !== undefined).toBe(decided(entry).length === 0);
      }),
    );
  });
});
