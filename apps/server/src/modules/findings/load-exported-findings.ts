import type { Db } from '../../platform/db/database.ts';
import type { RowTexts } from '../../platform/db/row-texts.ts';
import { NO_RATINGS } from './decision-columns.ts';
import {
  type AffectedComponent,
  type ExportedVulnerability,
  type FindingsSummary,
  readAffectedComponents,
  readExportedVulnerabilities,
  type StoredDecision,
  summariseFindings,
} from './export/exported-findings-store.ts';

/** Findings of one vulnerability that are one entry of a document. */
export interface ExportedGroup {
  readonly vulnerability: ExportedVulnerability;
  /** All parts have the same analysis. Each has different ratings. */
  readonly parts: readonly ExportedPart[];
}

interface ExportedPart {
  readonly componentIds: readonly number[];
  /** Absent where decisions are not exported. */
  readonly decision: StoredDecision | undefined;
}

export type Decisions = 'with-decisions' | 'without-decisions';

/** Returns the vulnerabilities of a document of the project, in the order of its entries. */
export function summariseExportedFindings(
  db: Db,
  projectId: number,
  decisions: Decisions,
): Promise<FindingsSummary> {
  return summariseFindings(db, projectId, decisions);
}

/** Buffers of rows, reused from block to block. */
export interface ExportPlaces {
  readonly vulnerabilities: RowTexts;
  readonly affected: RowTexts;
}

/** Returns the entries for some vulnerabilities, in the same order. Entries are created while iterating. */
export async function loadExportedGroups(
  db: Db,
  projectId: number,
  ids: readonly number[],
  decisions: Decisions,
  places: ExportPlaces,
): Promise<Iterable<ExportedGroup>> {
  await readExportedVulnerabilities(db, ids, places.vulnerabilities);
  await readAffectedComponents(db, projectId, ids, decisions, places.affected);
  return toGroups(ids, decisions, places);
}

function* toGroups(
  ids: readonly number[],
  decisions: Decisions,
  places: ExportPlaces,
): Generator<ExportedGroup> {
  const undecided = decisions === 'with-decisions' ? UNDECIDED : undefined;
  for (const id of ids) {
    const [known, affected] = [places.vulnerabilities.find(id), places.affected.find(id)];
    if (known === undefined || affected === undefined) continue;
    const vulnerability = JSON.parse(known) as ExportedVulnerability;
    for (const parts of byAnalysis(JSON.parse(affected), undecided)) yield { vulnerability, parts };
  }
}

/** Exported for findings that are undecided or were reset. */
const UNDECIDED: StoredDecision = {
  state: 'NOT_SET',
  justification: 'NOT_SET',
  response: 'NOT_SET',
  details: null,
  ...NO_RATINGS,
};

/** The order is deterministic: by decision, never by internal ids. */
function byAnalysis(
  affected: readonly AffectedComponent[],
  undecided: StoredDecision | undefined,
): Iterable<readonly ExportedPart[]> {
  const isUndecided = (one: AffectedComponent) => typeof one === 'number';
  if (affected.every(isUndecided)) return [[{ componentIds: affected, decision: undecided }]];
  const byDecision = Map.groupBy(affected, (one) => toDecisionKey(isUndecided(one) ? undecided : one[1]));
  const parts = [...byDecision]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, same]) => toPart(same, undecided));
  return Map.groupBy(parts, toAnalysisKey).values();
}

function toPart(same: readonly AffectedComponent[], undecided: StoredDecision | undefined): ExportedPart {
  const [first] = same;
  return {
    componentIds: same.map((one) => (typeof one === 'number' ? one : one[0])),
    decision: typeof first === 'object' ? first[1] : undecided,
  };
}

/** Parts are sorted by this key. The last member ends the number before it, so that 1 sorts before 10. */
function toDecisionKey(decision: StoredDecision | undefined): string {
  return JSON.stringify({ ...decision, component_ids: 0 });
}

/** Export rule 3: "analyses are compared on state, justification, response and details". */
function toAnalysisKey({ decision }: ExportedPart): string {
  return JSON.stringify([decision?.state, decision?.justification, decision?.response, decision?.details]);
}
