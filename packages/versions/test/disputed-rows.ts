/** Published rows that are not followed; the package's README says why. */
export const disputedRows: ReadonlySet<string> = new Set([
  'composer: v1.9.0-ALPHA.1 = v1.9.0-BETA.1',
  'composer: v4-beta4 < v4.0-alpha',
  'composer: v4.4 < v4.4.0-beta',
  'composer: v6.5 < v6.5.0-beta-0',
  'composer: v6.6 < v6.6.0-beta',
  'composer: 1.2.3.# = 1.2.3.1',
  'maven: 1.0.0-gradle-rework-beta3 < 1.0.0.RC7-3',
  'maven: 6.1.12.rc5 < 6.1.12rc1',
  'maven: 3.5.0-CR-2 < 3.5.0.Beta-1',
  'maven: 1.1.0-01-glassfish < 1.1.0.Beta1',
]);
