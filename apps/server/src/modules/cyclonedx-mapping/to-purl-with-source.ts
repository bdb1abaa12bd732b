import type { Property } from '@tallyman/cyclonedx';
import { formatPackageUrl, parsePackageUrl } from '../portfolio/package-url.ts';

/** Whose advisories are about source packages. */
const OF_DISTRIBUTION = /^pkg:(deb|rpm|apk)\//;

/** Under these names Trivy says which source package a package was built from. */
const PREFIX = 'aquasecurity:trivy:Src';

interface SourcePackage {
  readonly name: string;
  readonly epoch?: string | undefined;
  readonly version?: string | undefined;
  readonly release?: string | undefined;
}

/**
 * The package URL with the source package as its qualifier `upstream`, as other tools write it. Nothing where the URL
 * has one, where no property names one, or where it is the package itself.
 */
export function toPurlWithSource(purl: string, properties: readonly Property[] | undefined): string | null {
  if (!properties || !OF_DISTRIBUTION.test(purl)) return null;
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
  const said = new Map<string, string>();
  for (const { name, value } of properties) {
    if (name?.startsWith(PREFIX) && value?.trim()) said.set(name.slice(PREFIX.length), value.trim());
  }
  const name = said.get('Name');
  if (name === undefined) return undefined;
  return { name, epoch: said.get('Epoch'), version: said.get('Version'), release: said.get('Release') };
}

/** Packages of RPM have their epoch in the URL, also for the source package; names of files have none. */
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
