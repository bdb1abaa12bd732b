/**
 * The import rules (docs/ARCHITECTURE.md), checked by `npm run check`.
 *
 * MODULES lists for each module of the server which other modules it may import. The table ownership check reads it too.
 */
export const MODULES = {
  'migration-source': [],
  notifications: [],
  'project-changes': [],
  settings: ['notifications'],
  auth: ['migration-source', 'settings', 'notifications'],
  licenses: ['migration-source', 'settings', 'auth'],
  portfolio: ['migration-source', 'settings', 'notifications', 'project-changes', 'auth', 'licenses'],
  vulnerabilities: ['settings', 'notifications', 'auth', 'portfolio'],
  findings: ['settings', 'notifications', 'project-changes', 'auth', 'portfolio', 'vulnerabilities'],
  policies: [
    'migration-source',
    'settings',
    'notifications',
    'project-changes',
    'auth',
    'licenses',
    'portfolio',
    'vulnerabilities',
    'findings',
  ],
  documents: ['notifications', 'portfolio'],
  'cyclonedx-mapping': ['licenses', 'portfolio', 'vulnerabilities', 'findings'],
  'cyclonedx-export': ['licenses', 'portfolio', 'vulnerabilities', 'findings', 'cyclonedx-mapping'],
  bom: [
    'settings',
    'notifications',
    'auth',
    'licenses',
    'portfolio',
    'documents',
    'cyclonedx-mapping',
    'cyclonedx-export',
  ],
  mirroring: ['settings', 'notifications', 'auth', 'vulnerabilities'],
  analysis: [
    'settings',
    'notifications',
    'auth',
    'licenses',
    'portfolio',
    'vulnerabilities',
    'findings',
    'documents',
    'cyclonedx-mapping',
  ],
  vex: [
    'settings',
    'notifications',
    'auth',
    'portfolio',
    'vulnerabilities',
    'findings',
    'documents',
    'cyclonedx-mapping',
    'cyclonedx-export',
  ],
  'vuln-policies': [
    'migration-source',
    'settings',
    'notifications',
    'auth',
    'portfolio',
    'vulnerabilities',
    'findings',
    'policies',
  ],
  alerts: [
    'migration-source',
    'settings',
    'notifications',
    'auth',
    'portfolio',
    'vulnerabilities',
    'findings',
    'policies',
  ],
  fpf: ['settings', 'auth', 'portfolio', 'vulnerabilities', 'findings'],
  events: ['portfolio'],
  'live-updates': ['portfolio'],
  'saved-views': ['auth'],
  activity: ['settings', 'notifications', 'auth', 'portfolio', 'bom', 'vex', 'mirroring', 'alerts'],
};

const betweenModules = Object.entries(MODULES).map(([module, imported]) => ({
  name: `${module}-imports-only-listed-modules`,
  comment: 'A module imports only the modules that MODULES lists for it.',
  severity: 'error',
  from: { path: `^apps/server/src/modules/${module}/` },
  to: {
    path: '^apps/server/src/modules/',
    pathNot: [module, ...imported].map((name) => `^apps/server/src/modules/${name}/`),
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      comment: 'Modules named virtual: are provided by the web build.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'every-module-is-listed',
      severity: 'error',
      from: {
        path: '^apps/server/src/modules/',
        pathNot: `^apps/server/src/modules/(${Object.keys(MODULES).join('|')})/`,
      },
      to: {},
    },
    ...betweenModules,
    {
      name: 'platform-imports-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/(modules|app)/' },
    },
    {
      name: 'modules-do-not-import-app',
      severity: 'error',
      from: { path: '^apps/server/src/modules/' },
      to: { path: '^apps/server/src/app/' },
    },
    {
      name: 'private-files-of-other-modules',
      comment: 'Stores, routes, job handlers and folders named internal are private to their module.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: [
          '^apps/server/src/modules/[^/]+/.*-(store|routes|jobs)\\.ts$',
          '^apps/server/src/modules/.*/internal/',
        ],
        pathNot: '^apps/server/src/modules/$1/',
      },
    },
    {
      name: 'internal-files-are-not-for-the-app',
      severity: 'error',
      from: { path: '^apps/server/src/app/' },
      to: { path: '^apps/server/src/modules/.*/internal/' },
    },
    {
      name: 'sql-only-in-stores',
      comment:
        'An *-access.ts exports SQL predicates for the stores of other modules. Tests may query the database.',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: '(-store\\.ts|-access\\.ts|\\.test\\.ts)$' },
      to: { path: '(^|/)node_modules/(kysely|pg)/' },
    },
    {
      name: 'http-types-only-in-routes',
      severity: 'error',
      from: { path: '^apps/server/src/modules/', pathNot: '(-routes\\.ts|\\.test\\.ts)$' },
      to: { path: '(^|/)node_modules/(@?fastify)/' },
    },
    {
      name: 'server-does-not-import-its-clients',
      severity: 'error',
      from: { path: '^apps/server/src/' },
      to: { path: '^(packages/client|apps/cli|apps/web)/' },
    },
    {
      name: 'web-calls-the-server-only-through-the-client',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^(apps/(server|cli)/|node:)' },
    },
    {
      name: 'shared-web-code-imports-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|api)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'product-code-does-not-import-tests',
      severity: 'error',
      from: { pathNot: '(\\.test\\.ts|/test/.*)$' },
      to: { path: '(\\.test\\.ts$|^apps/[^/]+/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.generated\\.', '^apps/web/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
