import type { Db } from '../../platform/db/database.ts';
import { ComponentMatcher } from './import/component-matcher.ts';
import { findEntrySkip } from './import/find-skip.ts';
import type { AffectedComponent, ImportContext } from './import/plan-import.ts';
import type { VexDocument } from './import/vex-document.ts';
import { listCandidates, listFindings, listVulnerabilities } from './import-context-store.ts';

/** Loads everything that the import of a document depends on, with a fixed number of queries. */
export async function loadImportContext(
  db: Db,
  projectId: number,
  document: VexDocument,
): Promise<ImportContext> {
  const vulnerabilities = await listVulnerabilities(db, listIds(document));
  const findings = await listFindings(
    db,
    projectId,
    vulnerabilities.map(({ id }) => id),
  );
  const components = await listCandidates(db, projectId, [...document.components.values()]);
  const byVulnerability = new Map<number, Map<number, AffectedComponent>>();
  for (const { vulnerabilityId, ...component } of findings) {
    const known = byVulnerability.get(vulnerabilityId);
    if (known) known.set(component.id, component);
    else byVulnerability.set(vulnerabilityId, new Map([[component.id, component]]));
  }
  return {
    vulnerabilities: Map.groupBy(vulnerabilities, ({ vulnId }) => vulnId),
    findings: byVulnerability,
    matcher: new ComponentMatcher(components),
  };
}

/** Ids with a NUL character are left out: PostgreSQL cannot store them, so they are unknown. */
function listIds({ statements }: VexDocument): string[] {
  const applicable = statements.filter((statement) => findEntrySkip(statement) === undefined);
  return [...new Set(applicable.map(({ id }) => id))].filter((id) => !id.includes('\0'));
}
