import type { BomBatch, Dependency, ElementPlace } from '@tallyman/cyclonedx';
import { type ComponentLookUps, toComponentRow } from '../../cyclonedx-mapping/to-component-row.ts';
import { toServiceRow } from '../../cyclonedx-mapping/to-service-row.ts';
import {
  type StageName,
  toComponentLine,
  toEdgeLine,
  toLeafLine,
  toServiceLine,
} from '../../portfolio/import/imported-rows.ts';

export interface StagedLines {
  readonly stage: StageName;
  readonly lines: readonly string[];
  /** Whether any of them is nested in another. */
  readonly isNested: boolean;
}

/** Returns the rows of a batch, or undefined for batches that the portfolio does not store. */
export function toLines(batch: BomBatch, lookUps: ComponentLookUps): StagedLines | undefined {
  if (batch.kind === 'components') {
    const lines = batch.entries.map(({ order, parent, component }) =>
      toComponentLine(toPlace(order, parent), toComponentRow(component, lookUps)),
    );
    return { stage: 'component', lines, isNested: batch.entries.some(hasParent) };
  }
  if (batch.kind === 'services') {
    const lines = batch.entries.map(({ order, parent, service }) =>
      toServiceLine(toPlace(order, parent), toServiceRow(service)),
    );
    return { stage: 'service', lines, isNested: batch.entries.some(hasParent) };
  }
  if (batch.kind !== 'dependencies') return undefined;
  return { stage: 'edge', lines: batch.entries.flatMap(toGraphLines), isNested: false };
}

/** "Components that do not have dependencies must be declared as empty elements": such declarations are stored too. */
function toGraphLines({ ref, dependsOn, provides }: Dependency): string[] {
  if (!ref) return [];
  if (dependsOn?.length) return dependsOn.map((target) => toEdgeLine(ref, target));
  return provides?.length ? [] : [toLeafLine(ref)];
}

function hasParent({ parent }: ElementPlace): boolean {
  return parent !== undefined;
}

function toPlace(order: number, parent: number | undefined) {
  return { position: order, parentPosition: parent ?? null };
}
