import type { Db } from '../../platform/db/database.ts';
import {
  type ExportedVulnerability,
  type FindingGroup,
  type FindingsSummary,
  listAffectedComponents,
  listExportedVulnerabilities,
  listFindingGroups,
  summariseFindings,
} from './exported-findings-store.ts';

/** Findings of one vulnerability that stand in one entry of a document. */
export interface ExportedGroup {
  readonly vulnerability: ExportedVulnerability;
  /** Their analyses are the same; in different parts they have different ratings. */
  readonly parts: readonly ExportedPart[];
}

interface ExportedPart {
  readonly componentIds: readonly number[];
  /** Absent where decisions are not exported. */
  readonly decision: FindingGroup | undefined;
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

/** The entries for some of them, in the same order. */
export async function listExportedGroups(
  db: Db,
  projectId: number,
  vulnerabilityIds: readonly number[],
  decisions: Decisions,
): Promise<ExportedGroup[]> {
  const rows = await listExportedVulnerabilities(db, vulnerabilityIds);
  const vulnerabilities = new Map(rows.map((row) => [row.id, row]));
  const groups = await listGroups(db, projectId, vulnerabilityIds, decisions);
  const byVulnerability = Map.groupBy(groups, (group) => group.vulnerability_id);
  return vulnerabilityIds.flatMap((id) => {
    const vulnerability = vulnerabilities.get(id);
    if (!vulnerability) return [];
    const sorted = (byVulnerability.get(id) ?? []).sort(compareGroups).map(toPart);
    return [...Map.groupBy(sorted, toAnalysisKey).values()].map((parts) => ({ vulnerability, parts }));
  });
}

type LoadedGroup = FindingGroup | Pick<FindingGroup, 'vulnerability_id' | 'component_ids'>;

function toPart(group: LoadedGroup): ExportedPart {
  return { componentIds: group.component_ids, decision: 'state' in group ? group : undefined };
}

/** Export rule 3: "analyses are compared on state, justification, response and details". */
function toAnalysisKey({ decision }: ExportedPart): string {
  return JSON.stringify([decision?.state, decision?.justification, decision?.response, decision?.details]);
}

function listGroups(
  db: Db,
  projectId: number,
  vulnerabilityIds: readonly number[],
  decisions: Decisions,
): Promise<LoadedGroup[]> {
  return decisions === 'with-decisions'
    ? listFindingGroups(db, projectId, vulnerabilityIds)
    : listAffectedComponents(db, projectId, vulnerabilityIds);
}

/** In an order that everybody agrees on: by what was decided, never by ids. */
function compareGroups(a: object, b: object): number {
  const [one, other] = [a, b].map((group) =>
    JSON.stringify({ ...group, component_ids: 0, vulnerability_id: 0 }),
  );
  if (one === other) return 0;
  return (one ?? '') < (other ?? '') ? -1 : 1;
}
