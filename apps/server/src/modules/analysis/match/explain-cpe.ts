import type { ExplainedStatement } from '@tallyman/contract';
import { type Cpe, compareAttribute, cpeAttributes, findCpe } from '@tallyman/cpe';
import { schemeOfPurlType } from '@tallyman/versions';
import type { CpeStatementRow } from './affected-statement.ts';
import { compareBounds } from './compare-bounds.ts';
import { listBounds } from './describe-bounds.ts';
import { isForPlatform } from './is-for-platform.ts';
import { matchCpe } from './match-candidates.ts';

type Explained = Pick<ExplainedStatement, 'outcome' | 'detail' | 'scheme'>;

interface NamedComponent {
  readonly purl: string | null;
  readonly cpe: string | null;
}

export function explainCpe({ purl, cpe }: NamedComponent, row: CpeStatementRow): Explained {
  if (cpe === null)
    return { outcome: 'OTHER_NAME', detail: `${row.cpe} is affected, the component has no CPE` };
  const purl_type = /^pkg:([^/]+)\//.exec(purl ?? '')?.[1] ?? null;
  const [theirs, ours] = [findCpe(row.cpe), findCpe(cpe)];
  if (!theirs || !ours) return { outcome: 'OTHER_NAME', detail: `${cpe} cannot be read as a CPE` };
  const bounds = listBounds(row);
  const version = ours.version.replaceAll(/\\(.)/gs, '$1');
  const { scheme, failing } = compareBounds(schemeOfPurlType(purl_type ?? ''), version, bounds);
  if (matchCpe({ ...row, component_cpe: cpe, purl_type })) {
    return { outcome: 'MATCH', detail: `${cpe} matches ${row.cpe}`, scheme };
  }
  if (!isForPlatform(theirs.targetSw, purl_type)) {
    const what = `that is for ${theirs.targetSw}, the component is of type ${purl_type}`;
    return { outcome: 'OTHER_NAME', detail: `${cpe} does not match ${row.cpe}: ${what}` };
  }
  const differing = findDiffering(theirs, ours);
  if (differing === 'version' || (differing === undefined && failing.length > 0)) {
    const missed = failing.length > 0 ? failing.join(' and not ') : theirs.version;
    return { outcome: 'OUTSIDE_RANGE', detail: `${version} is not ${missed}`, scheme };
  }
  const what = differing
    ? `${differing} is ${theirs[differing]} there and ${ours[differing]} here`
    : 'it names no product';
  return { outcome: 'OTHER_NAME', detail: `${cpe} does not match ${row.cpe}: ${what}` };
}

/** Returns the first attribute in which the names differ. */
function findDiffering(theirs: Cpe, ours: Cpe): keyof Cpe | undefined {
  return cpeAttributes.find((name) => {
    const [left, right] = [theirs[name].toLowerCase(), ours[name].toLowerCase()];
    return left !== right && compareAttribute(left, right) === 'DISJOINT';
  });
}
