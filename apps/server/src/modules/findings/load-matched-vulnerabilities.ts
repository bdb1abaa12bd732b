import type { Finding, FindingMatch } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import { listAffectedStatements, listFoundVulnerabilities } from './lists/finding-columns-store.ts';
import { presentMatch } from './lists/present-finding-match.ts';
import { presentOnce } from './present-finding.ts';

/** What the internal analyzer would report. */
interface Match {
  readonly vulnerability_id: number;
  readonly identifier: 'PURL' | 'CPE';
  readonly asserter: string;
  /** UUID of the statement about affected versions. */
  readonly affected: string;
}

/** As findings present it. */
interface MatchedVulnerability {
  readonly vulnerability: Finding['vulnerability'];
  readonly match: FindingMatch | undefined;
  /** The first version that the statement leaves out. */
  readonly fixedIn: string | undefined;
}

/** The vulnerabilities of matches that are stored nowhere, in the order of the matches. `db` must be a snapshot. */
export async function loadMatchedVulnerabilities(
  db: Db,
  matches: readonly Match[],
): Promise<MatchedVulnerability[]> {
  const found = await listFoundVulnerabilities(
    db,
    matches.map((match) => match.vulnerability_id),
  );
  const said = await listAffectedStatements(db, matches.map(toKey));
  const statements = new Map(said.map((one) => [`${one.vulnerability_id} ${one.uuid}`, one]));
  return matches.map((match) => {
    const vulnerability = found.get(match.vulnerability_id);
    if (!vulnerability) throw new Error('A vulnerability is gone from the snapshot in which it matched.');
    const statement = statements.get(`${match.vulnerability_id} ${match.affected}`);
    return {
      vulnerability: presentOnce(vulnerability),
      match: presentMatch(match, statement),
      fixedIn: statement?.version_end_excluding ?? undefined,
    };
  });
}

function toKey({ vulnerability_id: vulnerabilityId, affected: uuid, asserter }: Match) {
  return { vulnerabilityId, uuid, asserter };
}
