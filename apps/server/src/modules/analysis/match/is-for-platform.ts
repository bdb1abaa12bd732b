/** Which types of packages software for a platform (`target_sw`) comes as. Other platforms say nothing about that. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  '.net': ['nuget'],
  '.net_core': ['nuget'],
  'asp.net': ['nuget'],
  drupal: ['composer'],
  go: ['golang'],
  golang: ['golang'],
  jenkins: ['maven'],
  joomla: ['composer'],
  magento: ['composer'],
  'node.js': ['npm'],
  python: ['pypi', 'conda'],
  ruby: ['gem'],
  ruby_on_rails: ['gem'],
  rust: ['cargo'],
  typo3: ['composer'],
  wordpress: ['composer'],
};

const WITH_PLATFORM: ReadonlySet<string> = new Set(Object.values(TYPES).flat());

/**
 * A component that leaves its platform open is met by criteria for any ("SUBSET is accepted"). Where its package URL says
 * what it is, that decides: the plug-in of WordPress of that name is not the package of npm.
 */
export function isForPlatform(platform: string, purlType: string | null): boolean {
  const name = platform.toLowerCase().replaceAll('\\', '').replace(/!$/, '');
  const types = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (types === undefined || purlType === null || !WITH_PLATFORM.has(purlType)) return true;
  return types.includes(purlType);
}
