import type { Db } from '../../platform/db/database.ts';
import { ComponentMatcher } from './import/component-matcher.ts';
import { findInapplicable } from './import/find-inapplicable.ts';
import type { AffectedComponent, ImportGround } from './import/plan-import.ts';
import type { VexDocument } from './import/vex-document.ts';
import { listCandidates, listFindings, listVulnerabilities } from './import-ground-store.ts';

/** All that the import of a document depends on, one query for each kind of thing. */
export async function loadGround(db: Db, projectId: number, document: VexDocument): Promise<ImportGround> {
  const known = await listVulnerabilities(db, listIds(document));
  const findings = await listFindings(
    db,
    projectId,
    known.map(({ id }) => id),
  );
  const components = await listCandidates(db, projectId, [...document.components.values()]);
  const byVulnerability = new Map<number, Map<number, AffectedComponent>>();
  for (const { vulnerabilityId, ...component } of findings) {
    const same = byVulnerability.get(vulnerabilityId);
    if (same) same.set(component.id, component);
    else byVulnerability.set(vulnerabilityId, new Map([[component.id, component]]));
  }
  return {
    vulnerabilities: Map.groupBy(known, ({ vulnId }) => vulnId),
    findings: byVulnerability,
    matcher: new ComponentMatcher(components),
  };
}

/** What cannot be stored is not known either. */
function listIds({ statements }: VexDocument): string[] {
  const applicable = statements.filter((statement) => findInapplicable(statement) === undefined);
  return [...new Set(applicable.map(({ id }) => id))].filter((id) => !id.includes('\0'));
}
