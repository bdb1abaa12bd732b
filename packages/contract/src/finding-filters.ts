import Type from 'typebox';
import { Flag, Uuid } from './values.ts';

export const flag = (description: string) =>
  Type.Optional(Type.Unsafe<boolean | string>({ ...Flag, description }));
export const list = (of: string) => Type.Optional(Type.String({ description: `Comma-separated ${of}` }));
const day = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: `${description}, yyyy-MM-dd, inclusive` }),
  );
export const from = (what: string) => Type.Optional(Type.Number({ description: `At least this ${what}` }));
export const to = (what: string) => Type.Optional(Type.Number({ description: `At most this ${what}` }));
export const isKev = flag('Only vulnerabilities that are known to be exploited, or only others');

export const commonFilters = {
  showInactive: flag('Include inactive projects'),
  severity: list('severities'),
  publishDateFrom: day('Published on or after this day'),
  publishDateTo: day('Published on or before this day'),
  textSearchField: list(
    'VULNERABILITY_ID, VULNERABILITY_TITLE, COMPONENT_NAME, COMPONENT_VERSION, PROJECT_NAME; default all',
  ),
  textSearchInput: Type.Optional(Type.String({ description: 'Part of one of the fields, case-sensitive' })),
  cvssv2From: from('CVSS v2 score'),
  cvssv2To: to('CVSS v2 score'),
  cvssv3From: from('CVSS v3 score'),
  cvssv3To: to('CVSS v3 score'),
  cvssv4From: from('CVSS v4 score'),
  cvssv4To: to('CVSS v4 score'),
  epssFrom: from('EPSS score'),
  epssTo: to('EPSS score'),
  epssPercentileFrom: from('EPSS percentile'),
  epssPercentileTo: to('EPSS percentile'),
  isKev,
};

export const occurrences = {
  occurrencesFrom: from('number of affected projects'),
  occurrencesTo: to('number of affected projects'),
};

export const project = Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Only this project' }));

export const asOf = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'What was listed at this time, with the decisions and ratings of that time: a day in UTC (its end), such as ' +
      '2026-11-01, a time, such as 2026-11-01T12:00:00Z, or UTC epoch milliseconds',
  }),
);

/** For lists that do not know the past. They refuse it, instead of showing the present. */
export const noAsOf = {
  asOf: Type.Optional(Type.String({ description: 'Not supported: the groups of a past time are not known' })),
};

/** The filters of GET /api/v1/finding. */
export const portfolioFilters = {
  ...commonFilters,
  showSuppressed: flag('Include suppressed ones'),
  analysisStatus: list('analysis states; NOT_SET includes findings without a decision'),
  vendorResponse: list('vendor responses; NOT_SET includes findings without a decision'),
  attributedOnDateFrom: day('Attributed on or after this day'),
  attributedOnDateTo: day('Attributed on or before this day'),
  search: Type.Optional(
    Type.String({
      description:
        'Part of a vulnId or of the name or group of a component, case-insensitive; or UUIDs as in the list of a project',
    }),
  ),
  case: Type.Optional(
    Type.Unsafe<string>({ ...Uuid, description: 'Only this vulnerability, including its aliases' }),
  ),
  component: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description: 'Only this component and others of the same package and version, in any project',
    }),
  ),
  hasFix: flag('Only findings with a known fixed version, or only others'),
  source: Type.Optional(Type.String({ description: 'Only vulnerabilities of this source' })),
  tag: Type.Optional(Type.String({ description: 'Only projects with this tag' })),
  onlyLatest: flag('Leave out versions of projects of which another version is the latest'),
  project,
};
