import type { AffectedComponent, Source } from '@tallyman/contract';
import { findCpe } from '@tallyman/cpe';
import { withoutNulls } from '../without-nulls.ts';
import type { AffectedCpeOf, AffectedPackageOf } from './affected-store.ts';

export interface Affected {
  readonly packages: readonly AffectedPackageOf[];
  readonly cpes: readonly AffectedCpeOf[];
}

type Statement = AffectedPackageOf | AffectedCpeOf;

/** Equal statements of several asserters become one item. */
export function presentAffected({ packages, cpes }: Affected): AffectedComponent[] {
  const statements: Statement[] = [...packages, ...cpes];
  return [...Map.groupBy(statements, ({ uuid }) => uuid).values()].flatMap((equal) => {
    const [first] = equal;
    return first
      ? [{ ...presentStatement(first), affectedVersionAttributions: equal.map(presentAttribution) }]
      : [];
  });
}

function presentStatement(row: Statement): Omit<AffectedComponent, 'affectedVersionAttributions'> {
  const bounds = withoutNulls({
    versionStartIncluding: row.version_start_including,
    versionStartExcluding: row.version_start_excluding,
    versionEndIncluding: row.version_end_including,
    versionEndExcluding: row.version_end_excluding,
  });
  const version = 'cpe' in row ? exactVersion(row.cpe) : row.version;
  const isExact = version !== null && Object.keys(bounds).length === 0;
  return {
    ...('cpe' in row
      ? ({ identityType: 'CPE', identity: row.cpe } as const)
      : ({
          identityType: 'PURL',
          identity: row.qualifiers ? `${row.package}?${row.qualifiers}` : row.package,
        } as const)),
    versionType: isExact ? 'EXACT' : 'RANGE',
    ...(isExact ? { version } : {}),
    ...bounds,
    uuid: row.uuid,
  };
}

/** The version in the name; null if it is ANY or NA. */
function exactVersion(cpe: string): string | null {
  const version = findCpe(cpe)?.version ?? '*';
  return version === '*' || version === '-' ? null : version.replaceAll(/\\(.)/gs, '$1');
}

function presentAttribution({ asserter_source, first_seen, last_seen }: Statement) {
  return {
    source: asserter_source as Source,
    firstSeen: first_seen.getTime(),
    lastSeen: last_seen.getTime(),
  };
}
