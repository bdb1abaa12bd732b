/** Returns the release of an OSV ecosystem as a `distro` qualifier, or undefined if it has none. */
export function toDistro(ecosystem: string, release: string): string | undefined {
  const reader = Object.hasOwn(READERS, ecosystem) ? READERS[ecosystem] : undefined;
  return release === '' ? undefined : reader?.(release);
}

type ReleaseReader = (release: string) => string | undefined;

/** Distributions whose releases are distinguished. A release that cannot be parsed is kept as it is. */
const READERS: Readonly<Record<string, ReleaseReader>> = {
  AlmaLinux: numbered('almalinux'),
  Alpine: numbered('alpine'),
  'Azure Linux': numbered('azurelinux'),
  Debian: numbered('debian'),
  Mageia: numbered('mageia'),
  openEuler: (release) => `openeuler-${release.toLowerCase()}`,
  openSUSE: ofOpenSuse,
  'Red Hat': ofRedHat,
  'Rocky Linux': numbered('rocky'),
  SUSE: ofSuse,
  Ubuntu: ofUbuntu,
};

function numbered(id: string): ReleaseReader {
  return (release) => `${id}-${findNumber(release) ?? release.toLowerCase()}`;
}

function findNumber(release: string): string | undefined {
  return /(?:^|[:v])(\d+(?:\.\d+)*)(?=:|$)/.exec(release)?.[1];
}

/** FIPS packages have their own versions, which do not apply to regular ones. */
function ofUbuntu(release: string): string {
  const number = findNumber(release) ?? release.toLowerCase();
  return /fips/i.test(release) ? `ubuntu-fips-${number}` : `ubuntu-${number}`;
}

/** Takes the release from a product: `openshift:4.15::el9`. */
function ofRedHat(product: string): string | undefined {
  const builtFor = /::el(\d+)$/.exec(product)?.[1];
  const number = builtFor ?? /^(?:enterprise_linux|rhel_[a-z0-9]+):(\d+(?:\.\d+)*)/.exec(product)?.[1];
  return number === undefined ? undefined : `rhel-${number}`;
}

/** `Leap 15.5`, `Tumbleweed`. */
function ofOpenSuse(product: string): string {
  const leap = /^Leap (\d+\.\d+)$/.exec(product)?.[1];
  return leap === undefined ? `opensuse-${product.toLowerCase()}` : `opensuse-leap-${leap}`;
}

/**
 * Modules, extensions and long-term support belong to the release: `Linux Enterprise Module for Basesystem 15 SP4`.
 */
function ofSuse(product: string): string {
  const micro = /^Linux Enterprise Micro (\d+\.\d+)/.exec(product)?.[1];
  if (micro !== undefined) return `sle-micro-${micro}`;
  const [, number, pack = '0'] = /^Linux Enterprise .*?(\d+)(?: SP(\d+))?(?:-[\w-]+)?$/.exec(product) ?? [];
  return number === undefined ? `suse ${product.toLowerCase()}` : `sles-${number}.${pack}`;
}
