/**
 * The import rules of the house (docs/ARCHITECTURE.md), checked by `npm run check`.
 *
 * Which room may see which: nouns see only those above them, verbs never see each other.
 */
const ROOMS = {
  upgrade: [],
  notifications: [],
  settings: ['notifications'],
  auth: ['upgrade', 'settings', 'notifications'],
  licenses: ['upgrade', 'settings', 'auth'],
  portfolio: ['upgrade', 'settings', 'notifications', 'auth', 'licenses'],
  vulnerabilities: ['settings', 'notifications', 'auth', 'portfolio'],
  findings: ['settings', 'notifications', 'auth', 'portfolio', 'vulnerabilities'],
  policies: [
    'upgrade',
    'settings',
    'notifications',
    'auth',
    'licenses',
    'portfolio',
    'vulnerabilities',
    'findings',
  ],
  'cyclonedx-mapping': ['licenses', 'portfolio', 'vulnerabilities', 'findings'],
  bom: ['settings', 'notifications', 'auth', 'licenses', 'portfolio', 'findings', 'cyclonedx-mapping'],
  mirroring: ['settings', 'notifications', 'auth', 'vulnerabilities'],
  analysis: [
    'settings',
    'notifications',
    'auth',
    'licenses',
    'portfolio',
    'vulnerabilities',
    'findings',
    'cyclonedx-mapping',
  ],
  vex: ['settings', 'notifications', 'auth', 'portfolio', 'vulnerabilities', 'findings', 'cyclonedx-mapping'],
  'vuln-policies': [
    'upgrade',
    'settings',
    'notifications',
    'auth',
    'portfolio',
    'vulnerabilities',
    'findings',
    'policies',
  ],
  alerts: ['upgrade', 'settings', 'notifications', 'auth', 'portfolio', 'findings', 'policies'],
  fpf: ['settings', 'auth', 'portfolio', 'vulnerabilities', 'findings'],
  events: ['portfolio'],
};

const between = Object.entries(ROOMS).map(([room, visible]) => ({
  name: `${room}-sees-${visible.join('-and-') || 'no-other-room'}`,
  comment: 'Between rooms only what the table at the top of this file lists.',
  severity: 'error',
  from: { path: `^apps/server/src/modules/${room}/` },
  to: {
    path: '^apps/server/src/modules/',
    pathNot: [room, ...visible].map((name) => `^apps/server/src/modules/${name}/`),
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      comment: 'Files named virtual: are made by the build of the web interface.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'every-room-is-in-the-table',
      severity: 'error',
      from: {
        path: '^apps/server/src/modules/',
        pathNot: `^apps/server/src/modules/(${Object.keys(ROOMS).join('|')})/`,
      },
      to: {},
    },
    ...between,
    {
      name: 'platform-knows-no-room',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/(modules|app)/' },
    },
    {
      name: 'rooms-do-not-know-the-roof',
      severity: 'error',
      from: { path: '^apps/server/src/modules/' },
      to: { path: '^apps/server/src/app/' },
    },
    {
      name: 'only-top-level-files-of-a-room-are-visible',
      severity: 'error',
      from: { path: '^apps/server/src/(app|modules/([^/]+))/' },
      to: { path: '^apps/server/src/modules/[^/]+/[^/]+/', pathNot: '^apps/server/src/modules/$2/' },
    },
    {
      name: 'stores-and-routes-are-private-to-their-room',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: '^apps/server/src/modules/[^/]+/.*-(store|routes|jobs)\\.ts$',
        pathNot: '^apps/server/src/modules/$1/',
      },
    },
    {
      name: 'sql-only-in-stores',
      comment:
        'An *-access.ts holds the predicate that a room lends to the stores of others. Tests may look into the database.',
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
      name: 'the-server-is-not-built-on-its-clients',
      severity: 'error',
      from: { path: '^apps/server/src/' },
      to: { path: '^(packages/client|apps/cli|apps/web)/' },
    },
    {
      name: 'the-web-interface-reaches-the-server-only-through-the-client',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^(apps/(server|cli)/|node:)' },
    },
    {
      name: 'shared-parts-of-the-web-interface-know-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|api)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'packages-do-not-know-the-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'product-code-does-not-use-tests',
      severity: 'error',
      from: { pathNot: '(\\.test\\.ts|/test/.*)$' },
      to: { path: '(\\.test\\.ts$|^apps/[^/]+/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.generated\\.', '^apps/web/dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
