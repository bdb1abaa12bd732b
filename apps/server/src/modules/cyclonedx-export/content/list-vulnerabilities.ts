import { DistinctItems, type Vulnerability } from '@tallyman/cyclonedx';
import type { Db } from '../../../platform/db/database.ts';
import { alternateRowTexts } from '../../../platform/db/row-texts.ts';
import { vulnerabilityToCyclonedx } from '../../cyclonedx-mapping/vulnerability-to-cyclonedx.ts';
import {
  type Decisions,
  type ExportedGroup,
  loadExportedGroups,
} from '../../findings/load-exported-findings.ts';
import { inBlocks } from './in-blocks.ts';

interface ListOptions {
  /** Ids of the vulnerabilities, in the order of the document. */
  readonly ids: readonly number[];
  /** Returns the bom-ref of a component. Known after the component was listed. */
  readonly nameOf: (componentId: number) => string | undefined;
}

/** Lists the vulnerability entries of a project lazily, in blocks. Entries of one vulnerability share no component. */
export function listExportedVulnerabilities(
  db: Db,
  projectId: number,
  decisions: Decisions,
  { ids, nameOf }: ListOptions,
): DistinctItems<Vulnerability> {
  const [vulnerabilities, affected] = [alternateRowTexts(), alternateRowTexts()];
  const load = (block: readonly number[]) => {
    const places = { vulnerabilities: vulnerabilities(), affected: affected() };
    return loadExportedGroups(db, projectId, block, decisions, places);
  };
  return new DistinctItems(listBlocks(inBlocks(ids, load), nameOf));
}

async function* listBlocks(
  blocks: AsyncIterable<Iterable<ExportedGroup>>,
  nameOf: ListOptions['nameOf'],
): AsyncGenerator<Iterable<Vulnerability>> {
  for await (const groups of blocks) yield toEntries(groups, nameOf);
}

function* toEntries(
  groups: Iterable<ExportedGroup>,
  nameOf: ListOptions['nameOf'],
): Generator<Vulnerability> {
  for (const { vulnerability, parts } of groups) {
    const named = parts.map(({ componentIds, decision }) => ({
      decision,
      refs: componentIds.map(nameOf).filter((name) => name !== undefined),
    }));
    yield vulnerabilityToCyclonedx(vulnerability, named);
  }
}
