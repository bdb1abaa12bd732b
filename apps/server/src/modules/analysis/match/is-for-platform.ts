/** The types of package URLs for platforms (`target_sw` of a CPE). Other platforms match every type. */
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
 * Criteria for any platform match a component that does not name one ("SUBSET is accepted"), unless the type of its
 * package URL contradicts: a WordPress plug-in is not the npm package of the same name.
 */
export function isForPlatform(platform: string, purlType: string | null): boolean {
  const name = platform.toLowerCase().replaceAll('\\', '').replace(/!$/, '');
  const types = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (types === undefined || purlType === null || !WITH_PLATFORM.has(purlType)) return true;
  return types.includes(purlType);
}
