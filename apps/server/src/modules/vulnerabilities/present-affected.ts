import type { AffectedComponent, Source } from '@tallyman/contract';
import { findCpe } from '@tallyman/cpe';
import type { AffectedCpeOf, AffectedPackageOf } from './affected-store.ts';
import { withoutNulls } from './without-nulls.ts';

export interface Affected {
  readonly packages: readonly AffectedPackageOf[];
  readonly cpes: readonly AffectedCpeOf[];
}

type Statement = AffectedPackageOf | AffectedCpeOf;

/** What several asserters say alike is one item. */
export function presentAffected({ packages, cpes }: Affected): AffectedComponent[] {
  const statements: Statement[] = [...packages, ...cpes];
  return [...Map.groupBy(statements, ({ uuid }) => uuid).values()].flatMap((alike) => {
    const [first] = alike;
    return first
      ? [{ ...presentStatement(first), affectedVersionAttributions: alike.map(presentAttribution) }]
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

/** The version that a name carries itself. */
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
