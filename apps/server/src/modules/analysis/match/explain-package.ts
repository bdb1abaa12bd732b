import type { ExplainedStatement } from '@tallyman/contract';
import { schemeOfPurlType } from '@tallyman/versions';
import { findPackage } from '../../vulnerabilities/affected/find-package.ts';
import type { PackageStatementRow } from './affected-statement.ts';
import { compareBounds } from './compare-bounds.ts';
import { listBounds } from './describe-bounds.ts';
import { toBounds } from './match-candidates.ts';
import { boundTexts, matchDistro } from './match-distro.ts';
import type { MatchingPurl } from './to-matching-purl.ts';

type Explained = Pick<ExplainedStatement, 'outcome' | 'detail' | 'scheme'>;

/** `names` are the keys of the component, and of its source package if that is known. */
export function explainPackage(names: readonly MatchingPurl[], row: PackageStatementRow): Explained {
  const component = names.find((name) => isSamePackage(name, row));
  if (!component) {
    const [itself] = names;
    const ours = itself ? `, the component is ${itself.coordinates}` : ', the component has no package URL';
    return { outcome: 'OTHER_NAME', detail: `${row.name} is affected${ours}` };
  }
  const { version } = component;
  if (version === null) return { outcome: 'NO_VERSION', detail: 'The component has no version to compare' };
  if (!isSameRelease(component, version, row)) {
    const ours = component.distro ?? version;
    return {
      outcome: 'OTHER_RELEASE',
      detail: `${row.distro ?? row.name} is affected, the component is for ${ours}`,
    };
  }
  const bounds = listBounds(row);
  const { scheme, failing } = compareBounds(schemeOfPurlType(row.purl_type), version, bounds);
  if (failing.length === 0) {
    const built = component.is_source ? ', the source package that it was built from' : '';
    return { outcome: 'MATCH', detail: inRange(version, bounds.length) + built, scheme };
  }
  return { outcome: 'OUTSIDE_RANGE', detail: `${version} is not ${failing.join(' and not ')}`, scheme };
}

function inRange(version: string, bounds: number): string {
  return bounds === 0 ? `All versions are affected, so is ${version}` : `${version} is in the affected range`;
}

/** Keys of a component without a version contain no package. */
function isSamePackage({ package: name, coordinates }: MatchingPurl, row: PackageStatementRow): boolean {
  return (name ?? findPackage(coordinates)?.package) === row.package;
}

function isSameRelease(component: MatchingPurl, version: string, row: PackageStatementRow): boolean {
  const theirs = { distro: row.distro, versions: boundTexts(toBounds(row)) };
  return matchDistro(row.purl_type, theirs, { distro: component.distro, versions: [version] });
}
