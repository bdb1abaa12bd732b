import { isScheme, type Scheme } from '../scheme.ts';
import { schemeOfPurlType } from '../scheme-of-purl-type.ts';

/** Types of version range specifiers that are neither schemes nor types of package URLs. */
const schemeByType: ReadonlyMap<string, Scheme> = new Map<string, Scheme>([
  ['alpine', 'apk'],
  ['arch', 'alpm'],
  ['archlinux', 'alpm'],
  ['dart', 'pub'],
  ['generic', 'generic-nvd'],
  ['mattermost', 'semver'],
  ['nginx', 'semver'],
]);

export function schemeOfVersType(type: string): Scheme {
  const name = type.toLowerCase();
  if (isScheme(name)) return name;
  return schemeByType.get(name) ?? schemeOfPurlType(name);
}
