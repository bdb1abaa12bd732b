import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES } from '@tallyman/contract';
import type { Vulnerability } from '@tallyman/cyclonedx';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type StoredDecision,
  vulnerabilityToCyclonedx,
} from '../src/modules/cyclonedx-mapping/vulnerability-to-cyclonedx.ts';
import { type StandingDecision, UNDECIDED } from '../src/modules/findings/decision.ts';
import { planDecisions } from '../src/modules/findings/decisions/plan-decisions.ts';
import { planImport } from '../src/modules/vex/import/plan-import.ts';
import { toStatement } from '../src/modules/vex/import/to-statement.ts';
import {
  identityOf,
  importContextOf,
  projectComponentOf,
  vexDocumentOf,
  vulnerabilityOf,
} from './support/vex-import-fixtures.ts';

const NO_RATINGS = {
  ...{ severity: null, cvss_v2_vector: null, cvss_v2_score: null, cvss_v3_vector: null, cvss_v3_score: null },
  ...{ cvss_v4_vector: null, cvss_v4_score: null },
};
const CVE = vulnerabilityOf(10, 'CVE-1');
const STORED = {
  ...{ source: 'NVD', vuln_id: 'CVE-1', description: null, recommendation: null, cwes: [], ...NO_RATINGS },
  ...{ created_at: null, published_at: null, updated_at: null, owasp_vector: null },
};
const VEX = { kind: 'VEX', name: 'CycloneDX VEX' } as const;

const analysis = fc.record({
  state: fc.constantFrom(...ANALYSIS_STATES),
  justification: fc.constantFrom(...ANALYSIS_JUSTIFICATIONS),
  response: fc.constantFrom(...ANALYSIS_RESPONSES),
  details: fc.option(fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '')),
});
const owasp = fc.record({
  owasp_vector: fc.option(fc.constantFrom('SL:1/M:2', 'OWASP/SL:1')),
  owasp_score: fc.option(fc.constantFrom(0, 1.5, 9)),
});
/** The findings of one vulnerability: entries with equal analyses, whose components may have different ratings. */
const project = fc.uniqueArray(fc.tuple(analysis, fc.array(owasp, { minLength: 1, maxLength: 3 })), {
  minLength: 1,
  maxLength: 4,
  selector: ([one]) => JSON.stringify(one),
});
type Project = typeof project extends fc.Arbitrary<infer T> ? T : never;

/** The entries as an export writes them, and the decision of each component. */
function exportProject(given: Project) {
  const decisions: StoredDecision[] = [];
  const entries = given.map(([decided, rated]): Vulnerability => {
    const parts = rated.map((ratings) => {
      const decision = { ...NO_RATINGS, ...decided, ...ratings };
      return { refs: [`uuid-${decisions.push(decision)}`], decision };
    });
    return vulnerabilityToCyclonedx(STORED, parts);
  });
  return { entries, decisions };
}

const toFields = ({
  state,
  justification,
  response,
  details,
  owasp_vector,
  owasp_score,
}: StoredDecision) => ({
  ...UNDECIDED,
  ...({ state, justification, response, details } as Pick<typeof UNDECIDED, 'state'>),
  owaspVector: owasp_vector,
  owaspScore: owasp_score ?? null,
});
const SUPPRESSING = new Set(['FALSE_POSITIVE', 'NOT_AFFECTED', 'RESOLVED']);
const toImplied = (decision: StoredDecision) => ({
  ...toFields(decision),
  isSuppressed: SUPPRESSING.has(decision.state),
});

/** Imports entries into a project with these decisions. Returns the decisions afterwards and the number of changes. */
function importEntries(entries: readonly Vulnerability[], fields: readonly StandingDecision['fields'][]) {
  const components = fields.map((_, n) => projectComponentOf(n + 1, `component ${n}`));
  const context = importContextOf(
    [CVE],
    components,
    components.map((component, n) => {
      const hasOwasp = (fields[n]?.owaspVector ?? fields[n]?.owaspScore ?? null) !== null;
      return [CVE.id, component, { hasOwasp }] as const;
    }),
  );
  const document = vexDocumentOf(
    entries.map(toStatement),
    Object.fromEntries(components.map(({ uuid, name }) => [uuid, identityOf(name)])),
  );
  const planned = [...planImport(document, context)].flatMap(({ matches }) =>
    matches.flatMap(({ decision }) => decision ?? []),
  );
  const standing = fields.map(
    (decided, n): StandingDecision => ({
      ...{ componentId: n + 1, vulnerabilityId: CVE.id, projectId: 1, fields: decided, decidedBy: 'VEX' },
      ...{ policy: null, policyFields: [], expiresAt: null, beforeExpiry: null },
    }),
  );
  const { changed, outcomes } = planDecisions(standing, VEX, planned);
  const after = standing.map(
    (before) =>
      changed.find((one) => one.after.componentId === before.componentId)?.after.fields ?? before.fields,
  );
  return { after, applied: outcomes.filter(({ result }) => result === 'applied').length };
}

it('Importing an export into the same project changes nothing but the suppression that a state implies', () => {
  fc.assert(
    fc.property(project, (given) => {
      const { entries, decisions } = exportProject(given);
      const { after } = importEntries(entries, decisions.map(toFields));
      expect(after).toEqual(decisions.map(toImplied));
    }),
  );
});

it('Importing an export into a copy of the project reproduces every decision', () => {
  fc.assert(
    fc.property(project, (given) => {
      const { entries, decisions } = exportProject(given);
      const { after } = importEntries(
        entries,
        decisions.map(() => UNDECIDED),
      );
      expect(after).toEqual(decisions.map(toImplied));
    }),
  );
});

it('Importing a document twice is the same as importing it once', () => {
  fc.assert(
    fc.property(project, (given) => {
      const { entries, decisions } = exportProject(given);
      const once = importEntries(
        entries,
        decisions.map(() => UNDECIDED),
      );
      const twice = importEntries(entries, once.after);
      expect(twice).toEqual({ after: once.after, applied: 0 });
    }),
  );
});

it('The order of entries about different findings changes no decision', () => {
  const shuffled = project.chain((given) => {
    const { entries, decisions } = exportProject(given);
    const all = { minLength: entries.length, maxLength: entries.length };
    return fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, all), fc.constant(decisions));
  });
  fc.assert(
    fc.property(shuffled, ([entries, reordered, decisions]) => {
      const undecided = decisions.map(() => UNDECIDED);
      expect(importEntries(reordered, undecided).after).toEqual(importEntries(entries, undecided).after);
    }),
  );
});
