import type { Component } from '@tallyman/cyclonedx';
import { toCopyLine } from '../../../platform/db/copy-text.ts';
import { toComponentRow } from '../../cyclonedx-mapping/to-component-row.ts';
import { toLicenseTable } from '../../licenses/license-table.ts';
import { identityHash } from '../../portfolio/component-identity.ts';
import { MATCHING_CPE_COLUMNS, toMatchingCpe } from '../match/to-matching-cpe.ts';
import { MATCHING_PURL_COLUMNS, toMatchingPurls } from '../match/to-matching-purl.ts';
import { CHECKED_COMPONENT_COLUMNS } from './checked-columns.ts';

/** Whether a component can be affected at all, as far as anybody can tell. */
export type Fitness = 'MATCHABLE' | 'WITHOUT_IDENTIFIER' | 'UNUSABLE_IDENTIFIER';

/** What neither matching nor the report of a check looks at. */
const NO_LOOK_UPS = { licenses: toLicenseTable([]), isInternal: () => false };

/** What is longer names nothing, as in projects. */
const MOST_CPE_CHARACTERS = 500;
const MOST_VERSION_BYTES = 500;

/** How many names are remembered, so that their keys are made once; a key that is there twice does no harm. */
const MOST_REMEMBERED = 100_000;

/** Makes the rows of the components of one document: as an upload would store them, with the keys to match by. */
export class CheckedRows {
  count = 0;
  readonly #purls = new Set<string>();
  readonly #cpes = new Set<string>();
  #lines = { components: '', purls: '', cpes: '' };

  add(component: Component): void {
    const row = toComponentRow(component, NO_LOOK_UPS);
    const hasPurl = this.#addPurl(row.purl_with_source ?? row.purl, row.version);
    const hasCpe = this.#addCpe(row.cpe);
    const isNamed = Boolean(component.purl?.trim() || row.cpe);
    this.#lines.components += toCopyLine(CHECKED_COMPONENT_COLUMNS, {
      ...row,
      id: ++this.count,
      identity_hash: identityHash({ ...row, swidTagId: row.swid_tag_id, group: row.group_name }),
      fitness: toFitness(hasPurl || hasCpe, isNamed),
    });
  }

  /** The lines since the last time. */
  take(): { readonly components: Uint8Array; readonly purls: Uint8Array; readonly cpes: Uint8Array } {
    const { components, purls, cpes } = this.#lines;
    this.#lines = { components: '', purls: '', cpes: '' };
    return { components: Buffer.from(components), purls: Buffer.from(purls), cpes: Buffer.from(cpes) };
  }

  /** Whether there is something to match by. */
  #addPurl(purl: string | null, version: string | null): boolean {
    if (purl === null) return false;
    const rows = toMatchingPurls({ purl, given_version: toGivenVersion(purl, version) });
    const [row] = rows;
    const key = `${purl}\n${row.given_version}`;
    if (row.version !== null && remember(this.#purls, key)) {
      for (const one of rows) this.#lines.purls += toCopyLine(MATCHING_PURL_COLUMNS, { ...one });
    }
    return row.version !== null;
  }

  #addCpe(cpe: string | null): boolean {
    if (cpe === null || cpe.length > MOST_CPE_CHARACTERS) return false;
    const row = toMatchingCpe(cpe);
    if (row.product !== null && remember(this.#cpes, cpe)) {
      this.#lines.cpes += toCopyLine(MATCHING_CPE_COLUMNS, { ...row });
    }
    return row.product !== null;
  }
}

/** The version of the component where its package URL has none; see `givenVersion` in matching-keys-store.ts. */
function toGivenVersion(purl: string, version: string | null): string {
  if (purl.includes('@') || version === null) return '';
  return Buffer.byteLength(version) > MOST_VERSION_BYTES ? '' : version;
}

function toFitness(isMatchable: boolean, isNamed: boolean): Fitness {
  if (isMatchable) return 'MATCHABLE';
  return isNamed ? 'UNUSABLE_IDENTIFIER' : 'WITHOUT_IDENTIFIER';
}

/** Whether it was not known. */
function remember(known: Set<string>, name: string): boolean {
  if (known.has(name)) return false;
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.add(name);
  return true;
}
