import { type PackageUrl, parsePackageUrl } from '../../../portfolio/identifiers/package-url.ts';
import { findSourcePackage } from '../../match/find-source-package.ts';
import type { AnalyzedComponent } from '../analyzer.ts';
import { toTrivyOs } from './to-trivy-os.ts';

/** A package as Trivy analyses it. Trivy repeats the identifier in its results. */
interface TrivyPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly epoch?: number;
  readonly arch?: string;
  readonly src_name?: string;
  readonly src_version?: string;
  readonly src_epoch?: number;
  readonly identifier: { readonly purl: string; readonly bom_ref: string };
}

/** A blob is the unit of an analysis: libraries by type, or the packages of one release of an operating system. */
export interface TrivyBlob {
  readonly os?: { readonly family: string; readonly name: string };
  readonly package_infos?: readonly { readonly packages: readonly TrivyPackage[] }[];
  readonly applications?: readonly { readonly type: string; readonly packages: readonly TrivyPackage[] }[];
}

interface Scope {
  readonly scansLibraries: boolean;
  readonly scansOs: boolean;
}

/** Types of applications that Trivy knows, by the type of package URLs. */
const APPLICATION_TYPES: Readonly<Record<string, string>> = {
  cargo: 'cargo',
  cocoapods: 'cocoapods',
  composer: 'composer',
  conan: 'conan',
  gem: 'gemspec',
  golang: 'gomod',
  hex: 'hex',
  maven: 'jar',
  npm: 'node-pkg',
  nuget: 'nuget',
  pub: 'pub',
  pypi: 'python-pkg',
  swift: 'swift',
};

const OS_TYPES: ReadonlySet<string> = new Set(['apk', 'deb', 'rpm']);

/** Groups the components that Trivy can analyse. Equal packages are sent once. */
export function toTrivyBlobs(components: readonly AnalyzedComponent[], scope: Scope): TrivyBlob[] {
  const urls = new Map(components.flatMap(toUrl));
  const libraries = new Map<string, TrivyPackage[]>();
  const systems = new Map<string, { os: NonNullable<TrivyBlob['os']>; packages: TrivyPackage[] }>();
  for (const [purl, url] of urls) {
    const type = APPLICATION_TYPES[url.type];
    const os = OS_TYPES.has(url.type) && scope.scansOs ? toTrivyOs(url) : undefined;
    if (type !== undefined && scope.scansLibraries)
      libraries.set(type, [...(libraries.get(type) ?? []), toPackage(purl, url)]);
    else if (os) {
      const key = `${os.family} ${os.name}`;
      const { packages } = systems.get(key) ?? { packages: [] };
      systems.set(key, { os, packages: [...packages, toPackage(purl, url)] });
    }
  }
  const applications = Array.from(libraries, ([type, packages]) => ({ type, packages }));
  return [
    ...(applications.length > 0 ? [{ applications }] : []),
    ...Array.from(systems.values(), ({ os, packages }) => ({ os, package_infos: [{ packages }] })),
  ];
}

function toUrl({ purl }: AnalyzedComponent): [string, PackageUrl][] {
  const url = purl === null ? undefined : parsePackageUrl(purl);
  return purl !== null && url?.version ? [[purl, url]] : [];
}

function toPackage(purl: string, url: PackageUrl): TrivyPackage {
  const identity = { id: purl, name: toTrivyName(url), identifier: { purl, bom_ref: purl } };
  if (!OS_TYPES.has(url.type)) return { ...identity, version: url.version ?? '' };
  const source = findSourcePackage(url) ?? url;
  const { version, epoch } = splitEpoch(url);
  const ofSource = splitEpoch(source);
  return {
    ...identity,
    version,
    ...(epoch > 0 && { epoch }),
    arch: url.qualifiers.get('arch') ?? 'x86_64',
    src_name: source.name,
    src_version: ofSource.version,
    ...(ofSource.epoch > 0 && { src_epoch: ofSource.epoch }),
  };
}

/** Trivy has the names of the package managers: `group:artifact`, `@scope/name`, `vendor/name`, a module path. */
export function toTrivyName({ type, namespace, name }: PackageUrl): string {
  if (namespace === null || OS_TYPES.has(type)) return name;
  return `${namespace}${type === 'maven' ? ':' : '/'}${name}`;
}

/** The epoch is a prefix of the version, or a qualifier. */
export function splitEpoch({ version, qualifiers }: PackageUrl): { version: string; epoch: number } {
  const [, prefix, rest] = /^(\d+):(.*)$/.exec(version ?? '') ?? [];
  const epoch = Number(prefix ?? qualifiers.get('epoch') ?? 0);
  return { version: rest ?? version ?? '', epoch: Number.isSafeInteger(epoch) ? epoch : 0 };
}
