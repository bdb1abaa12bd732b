/** The release that an ecosystem of OSV names, as a `distro` qualifier; nothing if it names none. */
export function toDistro(ecosystem: string, release: string): string | undefined {
  const reader = Object.hasOwn(READERS, ecosystem) ? READERS[ecosystem] : undefined;
  return release === '' ? undefined : reader?.(release);
}

type ReleaseReader = (release: string) => string | undefined;

/** Of the distributions whose releases are told apart. A release that is not understood is kept in its own words. */
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

/** Packages that were certified (FIPS) have versions of their own, which say nothing about the usual ones. */
function ofUbuntu(release: string): string {
  const number = findNumber(release) ?? release.toLowerCase();
  return /fips/i.test(release) ? `ubuntu-fips-${number}` : `ubuntu-${number}`;
}

/** A product with its own version says for which release it is built: `openshift:4.15::el9`. */
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

/** Modules, extensions and longer support are those of the release: `Linux Enterprise Module for Basesystem 15 SP4`. */
function ofSuse(product: string): string {
  const micro = /^Linux Enterprise Micro (\d+\.\d+)/.exec(product)?.[1];
  if (micro !== undefined) return `sle-micro-${micro}`;
  const [, number, pack = '0'] = /^Linux Enterprise .*?(\d+)(?: SP(\d+))?(?:-[\w-]+)?$/.exec(product) ?? [];
  return number === undefined ? `suse ${product.toLowerCase()}` : `sles-${number}.${pack}`;
}
