import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from '@tallyman/contract';
import { validateBom } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedAssignedFindings, storedDecisionOn } from '../../../test/support/stored-decisions.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createProject, importVex } from '../../../test/support/vex-imports.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { DecisionFields } from '../findings/decision.ts';
import { recordDecisions } from '../findings/record-decisions.ts';

const RUNS = 12;
const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';
const SUPPRESSING = new Set<string>(['FALSE_POSITIVE', 'NOT_AFFECTED', 'RESOLVED']);

let service: TestService;
let ids = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** Arbitrary text, and characters that are special in the formats. */
const details = fc.oneof(
  fc.constantFrom('a', ' b ', 'two\nlines', 'tab\tand "quotes"', '<x>&amp;', '\u2028', 'ünï 💩', 'cr\r\nlf'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);

const decision = fc.record<DecisionFields>(
  {
    state: fc.constantFrom(...ANALYSIS_STATES),
    justification: fc.constantFrom(...ANALYSIS_JUSTIFICATIONS),
    response: fc.constantFrom(...ANALYSIS_RESPONSES),
    details: details.filter((text) => text.trim() !== ''),
    isSuppressed: fc.boolean(),
    owaspVector: fc.constantFrom(VECTOR, VECTOR.replace('M:1', 'M:9'), 'OWASP/SL:1'),
    owaspScore: fc.constantFrom(0, 1.25, 7.5, 9.999),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<DecisionFields>;

/** One component with its findings: for each vulnerability nothing, a finding, or a finding with a decision. */
const component = fc.record({
  twin: fc.boolean(),
  findings: fc.array(fc.option(fc.option(decision), { freq: 3 }), { minLength: 3, maxLength: 3 }),
});

const portfolio = fc.record({
  components: fc.array(component, { minLength: 1, maxLength: 5 }),
  version: fc.constantFrom('1.4', '1.5', '1.6', '1.7'),
  format: fc.constantFrom('JSON', 'XML'),
});
type Portfolio = typeof portfolio extends fc.Arbitrary<infer T> ? T : never;

/** Twins share one identity; every other component has its own. */
function toComponent(index: number, isTwin: boolean) {
  const name = isTwin ? 'twin' : `component ${index}`;
  const purl = `pkg:npm/${encodeURIComponent(name)}@1`;
  return { name, version: '1', purl, purl_coordinates: purl };
}

interface Stored {
  readonly component: string;
  readonly vulnId: string;
  readonly source: string;
}

/** A project with the findings of a portfolio, and optionally its decisions. */
async function seed({ components }: Portfolio, vulnIds: readonly string[], decides: boolean) {
  const project = await createProject(service, `law ${++ids}`);
  const stored: Stored[] = [];
  for (const [index, { twin, findings }] of components.entries()) {
    const known = vulnIds.map((vuln_id, n) => ({
      vuln_id,
      // The same id from two sources, and one that has an OWASP rating of its own.
      source: n === 1 ? 'OSV' : 'NVD',
      ...(n === 2 ? { owasp_vector: VECTOR } : {}),
    }));
    const affecting = known.filter((_, n) => findings[n] !== null && findings[n] !== undefined);
    const seeded = await seedAssignedFindings(service, project, [
      { component: toComponent(index, twin), vulnerabilities: affecting },
    ]);
    for (const [n, finding] of seeded.entries()) {
      const { vuln_id = '', source = '' } = affecting[n] ?? {};
      stored.push({ component: finding.component.uuid, vulnId: vuln_id, source });
      const fields = findings[known.findIndex((one) => one.vuln_id === vuln_id && one.source === source)];
      if (!decides || !fields) continue;
      const decided = {
        componentId: finding.component.id,
        vulnerabilityId: finding.vulnerability.id,
        fields,
      };
      await inTransaction(service.db, (tx) =>
        recordDecisions(tx, { by: { kind: 'PERSON', name: 'somebody' }, now: new Date() }, [decided]),
      );
    }
  }
  const decisions = () =>
    Promise.all(stored.map((one) => storedDecisionOn(service, one.component, one.vulnId, one.source)));
  return { project, stored, decisions };
}

const newIds = () => {
  const [shared, rated] = [`CVE-2034-${++ids}`, `CVE-2034-${++ids}`];
  return [shared, shared, rated];
};

async function exported(project: string, { version, format }: Pick<Portfolio, 'version' | 'format'>) {
  const path = `/api/v1/vex/cyclonedx/project/${project}?version=${version}&format=${format}`;
  const { text, status } = await service.asAdmin('GET', path);
  expect(status, text).toBe(200);
  return text;
}

/** What the contract demands beyond what was exported: these states imply suppression. */
function imply<D extends { state: string | null; is_suppressed: boolean | null }>(decided: D): D {
  return SUPPRESSING.has(decided.state ?? '') ? { ...decided, is_suppressed: true } : decided;
}

const withoutHistory = <D extends { history: unknown }>({ history: _, ...decided }: D) => decided;

test('VEX export → import into the same project changes nothing and appends nothing, but suppresses what its state implies', async () => {
  await fc.assert(
    fc.asyncProperty(portfolio, async (given) => {
      const { project, stored, decisions } = await seed(given, newIds(), true);
      const before = await decisions();
      const receipt = await importVex(service, project, await exported(project, given));
      const after = await decisions();
      if (stored.length === 0) return;
      expect(receipt.totals.skipped).toBe(0);
      const expected = before.map(imply);
      expect(after.map(withoutHistory)).toEqual(
        expected.map(withoutHistory).map((one, n) => ({ ...one, decided_by: after[n]?.decided_by })),
      );
      const changed = before.filter((one, n) => one.is_suppressed !== expected[n]?.is_suppressed).length;
      const lengthOf = (all: typeof before) => all.reduce((sum, one) => sum + one.history.length, 0);
      expect(lengthOf(after) - lengthOf(before)).toBe(changed);
      expect(receipt.totals.findingsChanged).toBe(changed);
    }),
    { numRuns: RUNS },
  );
});

test('export → import into a copy of the project reproduces every decision, suppression where the state implies it', async () => {
  await fc.assert(
    fc.asyncProperty(portfolio, async (given) => {
      // "Every match receives the analysis": components with the same identity cannot have different decisions.
      const single = { ...given, components: given.components.map((one) => ({ ...one, twin: false })) };
      const vulnIds = newIds();
      const original = await seed(single, vulnIds, true);
      const copy = await seed(single, vulnIds, false);
      await importVex(service, copy.project, await exported(original.project, given));
      const toStatement = (decided: Awaited<ReturnType<typeof original.decisions>>[number]) => ({
        state: decided.state ?? 'NOT_SET',
        justification: decided.justification ?? 'NOT_SET',
        response: decided.response ?? 'NOT_SET',
        details: decided.details,
        owasp: [decided.owasp_vector, decided.owasp_score],
        is_suppressed: SUPPRESSING.has(decided.state ?? ''),
      });
      const inCopy = await copy.decisions();
      const inOriginal = (await original.decisions()).map((decided, n) => {
        // A rating equal to that of the vulnerability is not a separate decision.
        const isOwn = decided.owasp_score === null && decided.owasp_vector === VECTOR;
        const rated = copy.stored[n]?.vulnId === vulnIds[2];
        return isOwn && rated ? { ...decided, owasp_vector: null } : decided;
      });
      expect(inCopy.map(toStatement)).toEqual(inOriginal.map(toStatement));
      expect(inCopy.map((one) => one.is_suppressed ?? false)).toEqual(
        inOriginal.map(({ state }) => SUPPRESSING.has(state ?? '')),
      );
    }),
    { numRuns: RUNS },
  );
});

test('two exports are byte-identical but for the timestamp, every export validates, and VDR ⊇ VEX', async () => {
  await fc.assert(
    fc.asyncProperty(portfolio, async (given) => {
      const { project } = await seed(given, newIds(), true);
      const timestamp = /"timestamp":"[^"]+"|<timestamp>[^<]+/;
      const [one, two] = [await exported(project, given), await exported(project, given)];
      expect(two.replace(timestamp, '')).toBe(one.replace(timestamp, ''));
      expect(await validateBom(Buffer.from(one))).toMatchObject({ valid: true, violations: [] });
      const path = `/api/v1/bom/cyclonedx/project/${project}`;
      const vex = JSON.parse(await exported(project, { version: given.version, format: 'JSON' }));
      const { body: vdr } = await service.asAdmin('GET', `${path}?variant=vdr&version=${given.version}`);
      expect(vdr.vulnerabilities).toEqual(vex.vulnerabilities);
      const refs = (document: { components: { 'bom-ref': string }[] }) =>
        document.components.map((one) => one['bom-ref']);
      expect(refs(vdr)).toEqual(refs(vex));
      for (const variant of ['vdr', 'withVulnerabilities']) {
        const query = `?variant=${variant}&version=${given.version}&format=${given.format}`;
        const { text } = await service.asAdmin('GET', path + query);
        expect(await validateBom(Buffer.from(text))).toMatchObject({ valid: true, violations: [] });
      }
    }),
    { numRuns: RUNS },
  );
});
