import type { Property } from '@tallyman/cyclonedx';
import { formatPackageUrl, parsePackageUrl } from '../portfolio/identifiers/package-url.ts';

/** Packages of distributions, whose advisories name source packages. */
const DISTRIBUTION_PACKAGE = /^pkg:(deb|rpm|apk)\//;

/** Trivy names the source package of a package in properties with this prefix. */
const PREFIX = 'aquasecurity:trivy:Src';

interface SourcePackage {
  readonly name: string;
  readonly epoch?: string | undefined;
  readonly version?: string | undefined;
  readonly release?: string | undefined;
}

/**
 * Returns the package URL with the source package as its qualifier `upstream`, as other tools write it. Returns null if
 * the URL has that qualifier, if no property names a source package, or if it is the package itself.
 */
export function toPurlWithSource(purl: string, properties: readonly Property[] | undefined): string | null {
  if (!properties || !DISTRIBUTION_PACKAGE.test(purl)) return null;
  const source = findSource(properties);
  const url = source && parsePackageUrl(purl);
  if (!url || url.qualifiers.has('upstream')) return null;
  const version = toVersion(source, url.type);
  if (source.name === url.name && (version === undefined || version === url.version)) return null;
  const upstream = url.type === 'rpm' ? toFileName(source.name, version) : toName(source.name, version);
  if (upstream === undefined) return null;
  const qualifiers = [...url.qualifiers, ['upstream', upstream] as const];
  qualifiers.sort(([a], [b]) => (a < b ? -1 : 1));
  return formatPackageUrl({ ...url, qualifiers: new Map(qualifiers) });
}

function findSource(properties: readonly Property[]): SourcePackage | undefined {
  const members = new Map<string, string>();
  for (const { name, value } of properties) {
    if (name?.startsWith(PREFIX) && value?.trim()) members.set(name.slice(PREFIX.length), value.trim());
  }
  const name = members.get('Name');
  if (name === undefined) return undefined;
  return {
    name,
    epoch: members.get('Epoch'),
    version: members.get('Version'),
    release: members.get('Release'),
  };
}

/** RPM packages have their epoch in a qualifier of the URL, and file names of source packages have none. */
function toVersion({ epoch, version, release }: SourcePackage, type: string): string | undefined {
  if (version === undefined) return undefined;
  const full = release === undefined ? version : `${version}-${release}`;
  return type === 'rpm' || epoch === undefined || epoch === '0' ? full : `${epoch}:${full}`;
}

function toName(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name}@${version}`;
}

function toFileName(name: string, version: string | undefined): string | undefined {
  return version?.includes('-') ? `${name}-${version}.src.rpm` : undefined;
}
