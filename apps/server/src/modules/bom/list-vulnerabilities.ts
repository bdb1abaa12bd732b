import type { Vulnerability } from '@tallyman/cyclonedx';
import type { Db } from '../../platform/db/database.ts';
import { vulnerabilityToCyclonedx } from '../cyclonedx-mapping/vulnerability-to-cyclonedx.ts';
import { type Decisions, listExportedGroups } from '../findings/exported-findings.ts';
import { inBlocks } from './export/in-blocks.ts';

interface Listed {
  /** Of the vulnerabilities, in the order of the document. */
  readonly ids: readonly number[];
  /** What the document calls a component; known once that has been listed. */
  readonly nameOf: (componentId: number) => string | undefined;
}

/** Two statements for each block: of larger ones fewer are needed, and a vulnerability is smaller than a component. */
const BLOCK = 500;

/** The vulnerabilities of a project as a document has them, block by block as they are asked for. */
export async function* listExportedVulnerabilities(
  db: Db,
  projectId: number,
  decisions: Decisions,
  { ids, nameOf }: Listed,
): AsyncGenerator<Vulnerability> {
  const load = (block: readonly number[]) => listExportedGroups(db, projectId, block, decisions);
  for await (const groups of inBlocks(ids, load, BLOCK)) {
    for (const { vulnerability, parts } of groups) {
      const named = parts.map(({ componentIds, decision }) => ({
        decision,
        refs: componentIds.flatMap((id) => nameOf(id) ?? []),
      }));
      yield vulnerabilityToCyclonedx(vulnerability, named);
    }
  }
}
