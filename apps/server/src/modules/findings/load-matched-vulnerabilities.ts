import type { Finding, FindingMatch } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import { listAffectedStatements, listFoundVulnerabilities } from './lists/finding-columns-store.ts';
import { presentMatch } from './lists/present-finding-match.ts';
import { presentSharedVulnerability } from './present-finding.ts';

/** A match of the internal analyzer that is not stored. */
interface Match {
  readonly vulnerability_id: number;
  readonly identifier: 'PURL' | 'CPE';
  readonly asserter: string;
  /** UUID of the statement about affected versions. */
  readonly affected: string;
}

interface MatchedVulnerability {
  readonly vulnerability: Finding['vulnerability'];
  readonly match: FindingMatch | undefined;
  /** The first version that the statement excludes. */
  readonly fixedIn: string | undefined;
}

/** Returns the vulnerabilities of matches, in the order of the matches. `db` must be a snapshot. */
export async function loadMatchedVulnerabilities(
  db: Db,
  matches: readonly Match[],
): Promise<MatchedVulnerability[]> {
  const vulnerabilities = await listFoundVulnerabilities(
    db,
    matches.map((match) => match.vulnerability_id),
  );
  const found = await listAffectedStatements(db, matches.map(toKey));
  const statements = new Map(
    found.map((statement) => [`${statement.vulnerability_id} ${statement.uuid}`, statement]),
  );
  return matches.map((match) => {
    const vulnerability = vulnerabilities.get(match.vulnerability_id);
    if (!vulnerability) throw new Error('The vulnerability of a match is missing from its snapshot.');
    const statement = statements.get(`${match.vulnerability_id} ${match.affected}`);
    return {
      vulnerability: presentSharedVulnerability(vulnerability),
      match: presentMatch(match, statement),
      fixedIn: statement?.version_end_excluding ?? undefined,
    };
  });
}

function toKey({ vulnerability_id: vulnerabilityId, affected: uuid, asserter }: Match) {
  return { vulnerabilityId, uuid, asserter };
}
