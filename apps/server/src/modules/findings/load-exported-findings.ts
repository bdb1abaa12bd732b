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

/** Findings of one vulnerability that stand in one entry of a document. */
export interface ExportedGroup {
  readonly vulnerability: ExportedVulnerability;
  /** Their analyses are the same; in different parts they have different ratings. */
  readonly parts: readonly ExportedPart[];
}

interface ExportedPart {
  readonly componentIds: readonly number[];
  /** Absent where decisions are not exported. */
  readonly decision: StoredDecision | undefined;
}

export type Decisions = 'with-decisions' | 'without-decisions';

/** The vulnerabilities that a document of the project has entries for, in the order of the entries. */
export function summariseExportedFindings(
  db: Db,
  projectId: number,
  decisions: Decisions,
): Promise<FindingsSummary> {
  return summariseFindings(db, projectId, decisions);
}

/** Where the next entries wait while the ones before are made. */
export interface ExportPlaces {
  readonly vulnerabilities: RowTexts;
  readonly affected: RowTexts;
}

/** The entries for some of them, in the same order; made one after the other as they are asked for. */
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

/** What entries say where nobody decided, and where what was decided was set back. */
const UNDECIDED: StoredDecision = {
  state: 'NOT_SET',
  justification: 'NOT_SET',
  response: 'NOT_SET',
  details: null,
  ...NO_RATINGS,
};

/** In an order that everybody agrees on: by what was decided, never by ids. */
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

/** They are sorted by it: what follows the last member keeps a number before those that begin with it. */
function toDecisionKey(decision: StoredDecision | undefined): string {
  return JSON.stringify({ ...decision, component_ids: 0 });
}

/** Export rule 3: "analyses are compared on state, justification, response and details". */
function toAnalysisKey({ decision }: ExportedPart): string {
  return JSON.stringify([decision?.state, decision?.justification, decision?.response, decision?.details]);
}
