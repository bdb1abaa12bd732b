import { ALIAS_MEMBERS, type NewVulnerability, type Source } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import { toAffectedStatements } from './affected/to-affected-statements.ts';
import type { CvssVersion } from './ratings/cvss-metrics.ts';
import { findCvssScores } from './ratings/find-cvss-scores.ts';
import { findOwaspScores } from './ratings/find-owasp-scores.ts';
import type { Ratings, VulnerabilityKey, VulnerabilityRecord } from './vulnerability-record.ts';

type Given = Omit<NewVulnerability, 'vulnId'>;

/** Absent members keep their value of `before`. Throws if a member is invalid. */
export function toPrivateRecord(before: VulnerabilityRecord, given: Given): VulnerabilityRecord {
  const affected = given.affectedComponents ? toAffectedStatements(given.affectedComponents) : before;
  return {
    ...before,
    title: text(before.title, given.title),
    subTitle: text(before.subTitle, given.subTitle),
    description: text(before.description, given.description),
    detail: text(before.detail, given.detail),
    recommendation: text(before.recommendation, given.recommendation),
    referenceText: text(before.referenceText, given.references),
    references: undefined,
    credits: text(before.credits, given.credits),
    created: time('created', before.created, given.created),
    published: time('published', before.published, given.published),
    updated: time('updated', before.updated, given.updated),
    rejected: time('rejected', before.rejected, given.rejected),
    cwes: given.cwes === undefined ? before.cwes : (given.cwes ?? []).map(({ cweId }) => cweId),
    vulnerableVersions: text(before.vulnerableVersions, given.vulnerableVersions),
    patchedVersions: text(before.patchedVersions, given.patchedVersions),
    ratings: toRatings(before.ratings ?? {}, given),
    packages: given.affectedComponents === null ? [] : affected.packages,
    cpes: given.affectedComponents === null ? [] : affected.cpes,
    aliases: given.aliases === undefined ? before.aliases : (given.aliases ?? []).flatMap(toAliases),
  };
}

function text(before: string | null | undefined, given: string | null | undefined): string | null {
  return (given === undefined ? before : given?.trim()) || null;
}

function time(
  member: string,
  before: Date | null | undefined,
  given: number | string | null | undefined,
): Date | null {
  if (given === undefined) return before ?? null;
  if (given === null || given === '') return null;
  const parsed = new Date(given);
  const year = parsed.getUTCFullYear();
  if (year >= 1970 && year < 2500) return parsed;
  throw invalid(member, 'must be a time: ISO 8601, or UTC epoch milliseconds');
}

function toRatings(before: Ratings, given: Given): Ratings {
  return {
    cvssV2: cvss('cvssV2Vector', ['2.0'], before.cvssV2?.vector, given.cvssV2Vector),
    cvssV3: cvss('cvssV3Vector', ['3.0', '3.1'], before.cvssV3?.vector, given.cvssV3Vector),
    cvssV4: cvss('cvssV4Vector', ['4.0'], before.cvssV4?.vector, given.cvssV4Vector),
    owasp: owasp(before.owasp, given.owaspRRVector),
    severity: given.severity === undefined ? before.severity : given.severity,
  };
}

function cvss(
  member: string,
  versions: readonly CvssVersion[],
  before: string | null | undefined,
  given: string | null | undefined,
): Ratings['cvssV2'] {
  const vector = text(before, given);
  if (vector === null) return undefined;
  const scores = findCvssScores(vector);
  if (scores && versions.includes(scores.version)) return { vector };
  throw invalid(member, `must be a vector of CVSS ${versions.join(' or ')}`);
}

function owasp(before: string | null | undefined, given: string | null | undefined): string | null {
  const vector = text(before, given);
  if (vector === null || findOwaspScores(vector)) return vector;
  throw invalid('owaspRRVector', 'must be a vector of the OWASP risk rating with all of its factors');
}

type GivenAlias = NonNullable<NewVulnerability['aliases']>[number];

function toAliases(given: GivenAlias): VulnerabilityKey[] {
  const named = (Object.entries(ALIAS_MEMBERS) as [Source, keyof GivenAlias][]).map(([source, member]) => ({
    source,
    vulnId: given[member]?.trim() ?? '',
  }));
  return [...named, { source: 'OSV' as const, vulnId: given.gsdId?.trim() ?? '' }].filter(
    ({ vulnId }) => vulnId !== '',
  );
}

function invalid(member: string, message: string): AppError {
  return new AppError('invalid', `The ${member} ${message}.`, {
    errors: [{ path: `body/${member}`, message }],
  });
}
