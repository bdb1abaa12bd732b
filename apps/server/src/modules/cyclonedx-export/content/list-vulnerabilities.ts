import { DistinctItems, type Vulnerability } from '@tallyman/cyclonedx';
import type { Db } from '../../../platform/db/database.ts';
import { alternatePlaces } from '../../../platform/db/row-texts.ts';
import { vulnerabilityToCyclonedx } from '../../cyclonedx-mapping/vulnerability-to-cyclonedx.ts';
import {
  type Decisions,
  type ExportedGroup,
  loadExportedGroups,
} from '../../findings/load-exported-findings.ts';
import { inBlocks } from './in-blocks.ts';

interface Listed {
  /** Of the vulnerabilities, in the order of the document. */
  readonly ids: readonly number[];
  /** What the document calls a component; known once that has been listed. */
  readonly nameOf: (componentId: number) => string | undefined;
}

/**
 * The vulnerabilities of a project as a document has them, block by block as they are asked for. Entries of the same
 * vulnerability affect different components.
 */
export function listExportedVulnerabilities(
  db: Db,
  projectId: number,
  decisions: Decisions,
  { ids, nameOf }: Listed,
): DistinctItems<Vulnerability> {
  const [vulnerabilities, affected] = [alternatePlaces(), alternatePlaces()];
  const load = (block: readonly number[]) => {
    const places = { vulnerabilities: vulnerabilities(), affected: affected() };
    return loadExportedGroups(db, projectId, block, decisions, places);
  };
  return new DistinctItems(listBlocks(inBlocks(ids, load), nameOf));
}

async function* listBlocks(
  blocks: AsyncIterable<Iterable<ExportedGroup>>,
  nameOf: Listed['nameOf'],
): AsyncGenerator<Iterable<Vulnerability>> {
  for await (const groups of blocks) yield toEntries(groups, nameOf);
}

function* toEntries(groups: Iterable<ExportedGroup>, nameOf: Listed['nameOf']): Generator<Vulnerability> {
  for (const { vulnerability, parts } of groups) {
    const named = parts.map(({ componentIds, decision }) => ({
      decision,
      refs: componentIds.map(nameOf).filter((name) => name !== undefined),
    }));
    yield vulnerabilityToCyclonedx(vulnerability, named);
  }
}
