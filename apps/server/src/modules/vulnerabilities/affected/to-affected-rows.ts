import { type Cpe, findCpe, formatCpe, hasWildcards } from '@tallyman/cpe';
import { type KeyInterval, schemeOfPurlType } from '@tallyman/versions';
import { uuidOf } from '../content-hash.ts';
import type { AffectedCpe, AffectedPackage, VersionBounds } from '../vulnerability-record.ts';
import { findPackage } from './find-package.ts';
import { schemeOfBounds, toKeyInterval } from './version-keys.ts';

interface BoundColumns {
  readonly version_start_including: string | null;
  readonly version_start_excluding: string | null;
  readonly version_end_including: string | null;
  readonly version_end_excluding: string | null;
  readonly key_from: Uint8Array;
  readonly key_to: Uint8Array | null;
}

/** A row of `affected_package` without vulnerability and asserter. */
export interface AffectedPackageRow extends BoundColumns {
  readonly uuid: string;
  /** The matching name. `stated_package` is the name as stated, if it differs. */
  readonly package: string;
  readonly stated_package: string | null;
  readonly purl_type: string;
  readonly qualifiers: string | null;
  readonly distro: string | null;
  readonly version: string | null;
  readonly scheme: string;
  readonly vers: string | null;
}

/** A row of `affected_cpe` without vulnerability and asserter. */
export interface AffectedCpeRow extends BoundColumns {
  readonly uuid: string;
  readonly part: string;
  readonly vendor: string;
  readonly product: string;
  readonly cpe: string;
}

const boundColumns = [
  'version_start_including',
  'version_start_excluding',
  'version_end_including',
  'version_end_excluding',
  'key_from',
  'key_to',
] as const;

/** In the order of the COPY statement. */
export const packageColumns = [
  'uuid',
  'package',
  'stated_package',
  'purl_type',
  'qualifiers',
  'distro',
  'version',
  'scheme',
  'vers',
  ...boundColumns,
] as const satisfies readonly (keyof AffectedPackageRow)[];

export const cpeColumns = [
  'uuid',
  'part',
  'vendor',
  'product',
  'cpe',
  ...boundColumns,
] as const satisfies readonly (keyof AffectedCpeRow)[];

/** Longer names do not fit into the index and are not real. */
const MAX_BYTES = 1_000;

const ALL_VERSIONS: readonly VersionBounds[] = [{}];

/** One row for each distinct interval. Skips packages without a valid package URL. */
export function toPackageRows(packages: readonly AffectedPackage[]): AffectedPackageRow[] {
  return distinct(packages.flatMap(rowsOfPackage));
}

function rowsOfPackage({ purl, versions, vers }: AffectedPackage): AffectedPackageRow[] {
  const named = findPackage(purl);
  if (!named) return [];
  const intervals = versions.length === 0 ? ALL_VERSIONS : versions;
  const rows = intervals.map((bounds) => {
    const scheme = schemeOfBounds(schemeOfPurlType(named.purl_type), bounds);
    const columns = {
      version: orNull(bounds.version),
      ...toBoundColumns(bounds, toKeyInterval(scheme, bounds)),
    };
    const uuid = uuidOf(
      JSON.stringify([
        named.stated_package ?? named.package,
        named.qualifiers,
        columns.version,
        ...boundTexts(columns),
      ]),
    );
    return { uuid, ...named, ...columns, scheme, vers: intervals.length > 1 ? orNull(vers) : null };
  });
  return rows.filter(fitsIndex);
}

/** Package and keys share one index, whose entries must fit into a third of a page. */
const MAX_INDEXED_BYTES = 2_400;

function fitsIndex({ package: name, distro, key_from, key_to }: AffectedPackageRow): boolean {
  const text = name.length + Buffer.byteLength(distro ?? '');
  return text + key_from.length + (key_to?.length ?? 0) <= MAX_INDEXED_BYTES;
}

export function toCpeRows(cpes: readonly AffectedCpe[]): AffectedCpeRow[] {
  return distinct(cpes.flatMap(rowsOfCpe));
}

function rowsOfCpe(affected: AffectedCpe): AffectedCpeRow[] {
  const name = Buffer.byteLength(affected.cpe) > MAX_BYTES ? undefined : findCpe(affected.cpe);
  if (!name) return [];
  const cpe = formatCpe(name);
  const columns = toBoundColumns(affected, toCpeInterval(name, affected));
  const [part, vendor, product] = [name.part, name.vendor, name.product].map((value) => value.toLowerCase());
  if (!part || !vendor || !product) return [];
  return [
    { uuid: uuidOf(JSON.stringify([cpe, ...boundTexts(columns)])), part, vendor, product, cpe, ...columns },
  ];
}

const EVERYTHING: KeyInterval = { from: new Uint8Array(0), to: undefined };

/** An interval that contains all matching versions in generic order. Matching compares the whole name afterwards. */
function toCpeInterval({ version }: Cpe, bounds: VersionBounds): KeyInterval {
  const isBounded = [
    bounds.versionStartIncluding,
    bounds.versionStartExcluding,
    bounds.versionEndIncluding,
    bounds.versionEndExcluding,
  ].some(Boolean);
  if (version === '*') return toKeyInterval('generic-nvd', bounds);
  if (isBounded || version === '-' || hasWildcards(version)) return EVERYTHING;
  return toKeyInterval('generic-nvd', { version: version.replaceAll(/\\(.)/gs, '$1') });
}

function toBoundColumns(bounds: VersionBounds, { from, to }: KeyInterval): BoundColumns {
  return {
    version_start_including: orNull(bounds.versionStartIncluding),
    version_start_excluding: orNull(bounds.versionStartExcluding),
    version_end_including: orNull(bounds.versionEndIncluding),
    version_end_excluding: orNull(bounds.versionEndExcluding),
    key_from: from,
    key_to: to ?? null,
  };
}

function boundTexts(columns: BoundColumns): (string | null)[] {
  return [
    columns.version_start_including,
    columns.version_start_excluding,
    columns.version_end_including,
    columns.version_end_excluding,
  ];
}

function distinct<Row extends { readonly uuid: string }>(rows: readonly Row[]): Row[] {
  if (rows.length < 2) return [...rows];
  return [...new Map(rows.map((row) => [row.uuid, row])).values()];
}

function orNull(text: string | null | undefined): string | null {
  return text || null;
}
