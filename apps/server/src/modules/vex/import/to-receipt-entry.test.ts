import { describe, expect, it } from 'vitest';
import { statementOf, vulnerabilityOf } from '../../../../test/support/vex-import-fixtures.ts';
import { type DecisionOutcome, UNDECIDED } from '../../findings/decision.ts';
import type { PlannedEntry, PlannedMatch } from './plan-import.ts';
import { toReceiptEntry, toSkippedEntry } from './to-receipt-entry.ts';

const component = (id: number) => ({ id, uuid: `uuid-${id}`, group: null, name: 'a', version: null });
const decidedOn = (id: number): PlannedMatch => ({
  component: component(id),
  decision: { componentId: id, vulnerabilityId: 1, fields: { state: 'EXPLOITABLE' } },
});
const entryOf = (more: Partial<PlannedEntry>): PlannedEntry => ({
  ...{ position: 4, statement: statementOf('CVE-1'), references: [], matches: [] },
  ...more,
});
const AFTER = { ...UNDECIDED, state: 'EXPLOITABLE' } as const;
const applied: DecisionOutcome = { result: 'applied', changes: [], before: UNDECIDED, after: AFTER };
const unchanged: DecisionOutcome = { result: 'unchanged', changes: [], before: AFTER, after: AFTER };
const gone: DecisionOutcome = { result: 'no-finding', changes: [] };

describe('The receipt has for each entry', () => {
  it('its position, id and source', () => {
    const statement = statementOf('CVE-1', { source: 'NVD' });
    expect(toReceiptEntry(entryOf({ statement }), [])).toEqual({
      ...{ fate: 'skipped', position: 4, id: 'CVE-1', source: 'NVD', references: [], components: [] },
    });
    expect(toReceiptEntry(entryOf({}), [])).not.toHaveProperty('source');
  });

  it('its outcome (fate) as the first member, by which receipts are filtered', () => {
    expect(Object.keys(toReceiptEntry(entryOf({}), []))[0]).toBe('fate');
  });

  it.each<[string, readonly DecisionOutcome[], string, readonly string[]]>([
    [
      'applied if any decision was',
      [unchanged, applied, gone],
      'applied',
      ['unchanged', 'applied', 'skipped'],
    ],
    ['unchanged if none was applied', [gone, unchanged], 'unchanged', ['skipped', 'unchanged']],
    ['skipped if nothing was decided', [gone], 'skipped', ['skipped']],
    ['skipped without decisions', [], 'skipped', []],
  ])('the outcome %s', (_what, outcomes, expected, ofComponents) => {
    const matches = outcomes.map((_, id) => decidedOn(id));
    const receipt = toReceiptEntry(entryOf({ matches }), outcomes);
    expect(receipt.fate).toBe(expected);
    expect(receipt.components.map((one) => one.fate)).toEqual(ofComponents);
  });

  it('the outcomes of its decisions, past components without one', () => {
    const matches = [{ component: component(1) }, decidedOn(2), { component: component(3) }, decidedOn(4)];
    const receipt = toReceiptEntry(entryOf({ matches }), [unchanged, applied]);
    expect(receipt.components.map(({ uuid, fate }) => [uuid, fate])).toEqual([
      ['uuid-1', 'skipped'],
      ['uuid-2', 'unchanged'],
      ['uuid-3', 'skipped'],
      ['uuid-4', 'applied'],
    ]);
    expect(receipt.components[0]?.reason).toBe('the component is not affected by the vulnerability');
  });

  it('the reason in the words of the import rules, and whether it is a warning', () => {
    const skipped = toReceiptEntry(entryOf({ reason: { text: 'because', isWarning: false } }), []);
    expect(skipped).toMatchObject({ reason: 'because' });
    expect(skipped).not.toHaveProperty('warning');
    const warned = toReceiptEntry(entryOf({ reason: { text: 'because', isWarning: true } }), []);
    expect(warned).toMatchObject({ reason: 'because', warning: true });
  });

  it('the vulnerability that it resolves to', () => {
    const vulnerability = vulnerabilityOf(7, 'CVE-1', { owaspVector: 'SL:1' });
    expect(toReceiptEntry(entryOf({ vulnerability }), []).vulnerability).toEqual({
      ...{ uuid: 'vulnerability-7', source: 'NVD', vulnId: 'CVE-1' },
    });
  });

  it('the scope of its references, and why one does not resolve', () => {
    const references = [
      { ref: 'a', scope: 'component', matched: 2 },
      { ref: 'b', scope: 'unresolvable', matched: 0, reason: { text: 'unknown', isWarning: true } },
    ] as const;
    expect(toReceiptEntry(entryOf({ references }), []).references).toEqual([
      { ref: 'a', scope: 'component', matched: 2 },
      { ref: 'b', scope: 'unresolvable', matched: 0, reason: 'unknown' },
    ]);
  });

  it('group and version of matched components where they are present', () => {
    const named = { id: 1, uuid: 'u', group: 'g', name: 'n', version: '1' };
    const receipt = toReceiptEntry(
      entryOf({ matches: [{ component: named }, { component: component(2) }] }),
      [],
    );
    expect(receipt.components[0]).toMatchObject({ uuid: 'u', group: 'g', name: 'n', version: '1' });
    expect(receipt.components[1]).not.toHaveProperty('group');
    expect(receipt.components[1]).not.toHaveProperty('version');
  });

  it('old and new decision, without what is not set', () => {
    const after = { ...AFTER, details: 'd', owaspVector: 'SL:1', owaspScore: 0 };
    const receipt = toReceiptEntry(entryOf({ matches: [decidedOn(1)] }), [{ ...applied, after }]);
    const bare = { justification: 'NOT_SET', response: 'NOT_SET', isSuppressed: false };
    expect(receipt.components[0]).toMatchObject({
      before: { state: 'NOT_SET', ...bare },
      after: { state: 'EXPLOITABLE', ...bare, details: 'd', owaspVector: 'SL:1', owaspScore: 0 },
    });
    for (const name of ['details', 'owaspVector', 'owaspScore'])
      expect(receipt.components[0]?.before).not.toHaveProperty(name);
  });

  it('the policy whose decision became that of the document', () => {
    const taken = { ...unchanged, takenOverFrom: 'accept low' };
    const receipt = toReceiptEntry(entryOf({ matches: [decidedOn(1)] }), [taken]);
    expect(receipt.components[0]).toMatchObject({ fate: 'unchanged', takenOverFrom: 'accept low' });
  });
});

it('An entry of an upload that is skipped as a whole is skipped for the same reason, without a warning', () => {
  expect(toSkippedEntry({ position: 2, statement: statementOf('CVE-1') }, 'no vulnerabilities')).toEqual({
    fate: 'skipped',
    position: 2,
    id: 'CVE-1',
    reason: 'no vulnerabilities',
    references: [],
    components: [],
  });
});
