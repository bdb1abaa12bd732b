import type { Severity, Source } from '@tallyman/contract';
import type { Tx } from '../../platform/db/database.ts';
import { listAffectedCpes, listAffectedPackages } from './affected/affected-store.ts';
import { listAssertions } from './aliases/alias-store.ts';
import { upsertAsserter } from './asserter-store.ts';
import { INTERNAL_ASSERTER } from './vulnerability-asserters.ts';
import type { VersionBounds, VulnerabilityRecord } from './vulnerability-record.ts';
import type { VulnerabilityRow } from './vulnerability-store.ts';

/** Rebuilds the last record of a private vulnerability. Complete, because it has only one asserter. */
export async function loadPrivateRecord(tx: Tx, row: VulnerabilityRow): Promise<VulnerabilityRecord> {
  const key = { source: row.source as Source, vulnId: row.vuln_id };
  const packages = await listAffectedPackages(tx, row.id);
  const cpes = await listAffectedCpes(tx, row.id);
  const stated = await listAssertions(tx, await upsertAsserter(tx, INTERNAL_ASSERTER), [key]);
  return {
    ...key,
    ...toContent(row),
    packages: packages.map((affected) => ({
      purl: affected.qualifiers ? `${affected.package}?${affected.qualifiers}` : affected.package,
      versions: [{ version: affected.version, ...toBounds(affected) }],
    })),
    cpes: cpes.map((affected) => ({ cpe: affected.cpe, ...toBounds(affected) })),
    aliases: stated.map(({ right }) => ({ source: right.source as Source, vulnId: right.vulnId })),
  };
}

function toContent(row: VulnerabilityRow): Omit<VulnerabilityRecord, 'source' | 'vulnId'> {
  return {
    title: row.title,
    subTitle: row.sub_title,
    description: row.description,
    detail: row.detail,
    recommendation: row.recommendation,
    referenceText: row.reference_text,
    credits: row.credits,
    created: row.created_at,
    published: row.published_at,
    updated: row.updated_at,
    rejected: row.rejected_at,
    cwes: row.cwes,
    vulnerableVersions: row.vulnerable_versions,
    patchedVersions: row.patched_versions,
    ratings: {
      cvssV2: { vector: row.cvss_v2_vector },
      cvssV3: { vector: row.cvss_v3_vector },
      cvssV4: { vector: row.cvss_v4_vector },
      owasp: row.owasp_vector,
      severity: row.severity as Severity,
    },
  };
}

type Bounds = Omit<VersionBounds, 'version'>;

interface BoundRow {
  readonly version_start_including: string | null;
  readonly version_start_excluding: string | null;
  readonly version_end_including: string | null;
  readonly version_end_excluding: string | null;
}

function toBounds(row: BoundRow): Bounds {
  return {
    versionStartIncluding: row.version_start_including,
    versionStartExcluding: row.version_start_excluding,
    versionEndIncluding: row.version_end_including,
    versionEndExcluding: row.version_end_excluding,
  };
}
