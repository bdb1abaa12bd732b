import type { PackageUrl } from '../../../portfolio/identifiers/package-url.ts';

export interface TrivyOs {
  readonly family: string;
  /** The release. */
  readonly name: string;
}

/** Names of families in package URLs that differ from those of Trivy. */
const FAMILIES: Readonly<Record<string, string>> = {
  almalinux: 'alma',
  amazonlinux: 'amazon',
  amzn: 'amazon',
  ol: 'oracle',
  oraclelinux: 'oracle',
  rhel: 'redhat',
  rockylinux: 'rocky',
};

/** Code names of releases, which package URLs may have instead of the number. */
const CODE_NAMES: Readonly<Record<string, string>> = {
  buster: '10',
  bullseye: '11',
  bookworm: '12',
  trixie: '13',
  focal: '20.04',
  jammy: '22.04',
  noble: '24.04',
};

/**
 * Returns the operating system of the qualifier `distro` (`debian-12`, `alpine-3.18.4`, `3.18.4`, `bookworm`).
 * Returns undefined without a release, which Trivy needs.
 */
export function toTrivyOs({ namespace, type, qualifiers }: PackageUrl): TrivyOs | undefined {
  const distro = qualifiers.get('distro')?.toLowerCase();
  if (!distro) return undefined;
  const [, named, release] = /^([a-z][a-z_]*(?:-[a-z]+)*)-(\d[\w.]*)$/.exec(distro) ?? [];
  const family = named ?? namespace?.toLowerCase() ?? (type === 'apk' ? 'alpine' : undefined);
  const name = release ?? CODE_NAMES[distro] ?? (/^\d/.test(distro) ? distro : undefined);
  return family === undefined || name === undefined
    ? undefined
    : { family: FAMILIES[family] ?? family, name };
}
