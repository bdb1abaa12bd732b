/** The part of a package.json that concerns versions. */
export interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly version?: string;
  readonly packages: Readonly<Record<string, Manifest>>;
}

/**
 * Lists packages of the workspace that have their own version or ask for one of another package, and a lock file with
 * another version.
 */
export function listVersionErrors(
  version: string,
  manifests: ReadonlyMap<string, Manifest>,
  lock: Lock,
): string[] {
  const locked = [lock.version, lock.packages['']?.version];
  return [
    ...[...manifests].flatMap(([file, manifest]) => listManifestErrors(file, manifest)),
    ...(locked.every((each) => each === version)
      ? []
      : [`package-lock.json: the version is not ${version}. Run npm install.`]),
  ];
}

function listManifestErrors(file: string, manifest: Manifest): string[] {
  const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  return [
    ...(manifest.version === undefined
      ? []
      : [`${file}: remove the version, it is in the root package.json`]),
    ...dependencies
      .filter(([name, range]) => name.startsWith('@tallyman/') && range !== '*')
      .map(([name]) => `${file}: the version of ${name} must be "*"`),
  ];
}
