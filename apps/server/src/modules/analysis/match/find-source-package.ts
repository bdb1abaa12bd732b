import type { PackageUrl } from '../../portfolio/identifiers/package-url.ts';

/**
 * Returns the source package that the qualifier `upstream` names: advisories of distributions are about source packages.
 * It is written `curl`, `curl@7.88.1-10` if the version differs, or `curl-7.76.1-26.el9.src.rpm`.
 */
export function findSourcePackage(url: PackageUrl): PackageUrl | undefined {
  const upstream = url.qualifiers.get('upstream');
  if (upstream === undefined) return undefined;
  if (url.type === 'rpm') return ofFileName(url, upstream);
  return url.type === 'deb' || url.type === 'apk' ? ofName(url, upstream) : undefined;
}

function ofFileName(url: PackageUrl, file: string): PackageUrl | undefined {
  const [, name, version] = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(file) ?? [];
  return name && version ? { ...url, name, version } : undefined;
}

function ofName(url: PackageUrl, upstream: string): PackageUrl | undefined {
  const at = upstream.indexOf('@');
  const [name, version] = at < 0 ? [upstream, url.version] : [upstream.slice(0, at), upstream.slice(at + 1)];
  return name === '' ? undefined : { ...url, name: name.toLowerCase(), version: version || url.version };
}
