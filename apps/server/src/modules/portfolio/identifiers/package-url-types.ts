/** The rules of one package type, beyond those of all package URLs. */
export interface PackageTypeRules {
  readonly namespace?: 'required' | 'prohibited';
  /** Parts that are case-insensitive: lower case in the canonical form. */
  readonly lowerCase?: readonly ('namespace' | 'name' | 'version')[];
  readonly name?: RegExp;
  readonly version?: RegExp;
  /** A qualifier without which the package is not identified. */
  readonly qualifier?: string;
}

const NO_NAMESPACE: PackageTypeRules = { namespace: 'prohibited' };
const NO_CASE: PackageTypeRules = { lowerCase: ['namespace', 'name'] };

/**
 * The published type definitions, with one exception: the namespace may be missing for types where it is a distribution
 * or a host (`deb`, `rpm`, `apk`, `golang`, …), because some tools leave it out.
 */
export const packageTypes: Readonly<Record<string, PackageTypeRules>> = {
  alpm: { ...NO_CASE, namespace: 'required' },
  apk: NO_CASE,
  bazel: NO_NAMESPACE,
  bitbucket: { ...NO_CASE, namespace: 'required' },
  bitnami: { ...NO_NAMESPACE, lowerCase: ['name'] },
  brew: NO_CASE,
  cargo: NO_NAMESPACE,
  'chrome-extension': {
    ...NO_NAMESPACE,
    lowerCase: ['name'],
    name: /^[a-p]{32}$/,
    version: /^\d+(\.\d+){0,3}$/,
  },
  cocoapods: NO_NAMESPACE,
  composer: { ...NO_CASE, namespace: 'required' },
  conda: NO_NAMESPACE,
  cpan: { name: /^(?!.*::)/ },
  cran: NO_NAMESPACE,
  deb: NO_CASE,
  gem: NO_NAMESPACE,
  github: { ...NO_CASE, namespace: 'required' },
  gitlab: NO_CASE,
  hackage: NO_NAMESPACE,
  hex: NO_CASE,
  huggingface: { namespace: 'required', lowerCase: ['version'] },
  julia: { ...NO_NAMESPACE, qualifier: 'uuid' },
  luarocks: NO_CASE,
  maven: { namespace: 'required' },
  mlflow: NO_NAMESPACE,
  nuget: NO_NAMESPACE,
  oci: { ...NO_NAMESPACE, lowerCase: ['name', 'version'] },
  opam: NO_NAMESPACE,
  otp: { ...NO_NAMESPACE, lowerCase: ['name'] },
  pub: { ...NO_NAMESPACE, lowerCase: ['name'] },
  pypi: { ...NO_NAMESPACE, lowerCase: ['name', 'version'] },
  qpkg: { lowerCase: ['namespace'] },
  rpm: { lowerCase: ['namespace'] },
  swid: { qualifier: 'tag_id' },
  swift: { namespace: 'required' },
  vcpkg: NO_NAMESPACE,
  'vscode-extension': { namespace: 'required', lowerCase: ['namespace', 'name', 'version'] },
  yocto: { lowerCase: ['namespace'] },
};
