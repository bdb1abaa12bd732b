import type { Component } from '@tallyman/cyclonedx';
import { toCopyLine } from '../../../platform/db/copy-text.ts';
import { toComponentRow } from '../../cyclonedx-mapping/to-component-row.ts';
import { toLicenseTable } from '../../licenses/license-table.ts';
import { identityHash } from '../../portfolio/identifiers/component-identity.ts';
import { MATCHING_CPE_COLUMNS, toMatchingCpe } from '../match/to-matching-cpe.ts';
import { MATCHING_PURL_COLUMNS, toMatchingPurls } from '../match/to-matching-purl.ts';
import { CHECKED_COMPONENT_COLUMNS } from './checked-columns.ts';

/** Whether a component can be matched. */
export type Fitness = 'MATCHABLE' | 'WITHOUT_IDENTIFIER' | 'UNUSABLE_IDENTIFIER';

/** A check needs neither licences nor internal components. */
const NO_LOOK_UPS = { licenses: toLicenseTable([]), isInternal: () => false };

/** Longer texts are not matched, as in projects. */
const MAX_CPE_CHARACTERS = 500;
const MAX_VERSION_BYTES = 500;

/** Bounds the set of known names. Duplicate keys are harmless. */
const MAX_REMEMBERED = 100_000;

/** Converts the components of one document to rows as an upload would store them, with their matching keys. */
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

  /** Returns the rows added since the last call. */
  take(): { readonly components: Uint8Array; readonly purls: Uint8Array; readonly cpes: Uint8Array } {
    const { components, purls, cpes } = this.#lines;
    this.#lines = { components: '', purls: '', cpes: '' };
    return { components: Buffer.from(components), purls: Buffer.from(purls), cpes: Buffer.from(cpes) };
  }

  /** Returns whether the package URL can be matched. */
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
    if (cpe === null || cpe.length > MAX_CPE_CHARACTERS) return false;
    const row = toMatchingCpe(cpe);
    if (row.product !== null && remember(this.#cpes, cpe)) {
      this.#lines.cpes += toCopyLine(MATCHING_CPE_COLUMNS, { ...row });
    }
    return row.product !== null;
  }
}

/** See `givenVersion` in matching-keys-store.ts. */
function toGivenVersion(purl: string, version: string | null): string {
  if (purl.includes('@') || version === null) return '';
  return Buffer.byteLength(version) > MAX_VERSION_BYTES ? '' : version;
}

function toFitness(isMatchable: boolean, isNamed: boolean): Fitness {
  if (isMatchable) return 'MATCHABLE';
  return isNamed ? 'UNUSABLE_IDENTIFIER' : 'WITHOUT_IDENTIFIER';
}

/** Returns whether the name is new. */
function remember(known: Set<string>, name: string): boolean {
  if (known.has(name)) return false;
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.add(name);
  return true;
}
