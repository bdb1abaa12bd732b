import Type, { type Static } from 'typebox';
import { ANALYSIS_JUSTIFICATIONS, ANALYSIS_RESPONSES, ANALYSIS_STATES, DECIDERS } from './analysis-values.ts';
import { portfolioFilters } from './finding-filters.ts';
import { oneOf } from './one-of.ts';
import { choice, optional, text } from './optional.ts';
import { LINES, Timestamp, Uuid } from './values.ts';
import { SEVERITIES } from './vulnerabilities.ts';

const StateName = oneOf(ANALYSIS_STATES);
const SeverityName = oneOf(SEVERITIES);
const string = Type.Optional(Type.String());
const number = Type.Optional(Type.Number());

const AnalysisComment = Type.Object(
  { timestamp: Timestamp, comment: Type.String(), commenter: string },
  { title: 'AnalysisComment' },
);

export const Analysis = Type.Object(
  {
    analysisState: StateName,
    analysisJustification: oneOf(ANALYSIS_JUSTIFICATIONS),
    analysisResponse: oneOf(ANALYSIS_RESPONSES),
    analysisDetails: string,
    analysisComments: Type.Optional(Type.Array(AnalysisComment, { description: 'Oldest first' })),
    isSuppressed: Type.Boolean(),
    severity: Type.Optional(SeverityName),
    cvssV2Vector: string,
    cvssV2Score: number,
    cvssV3Vector: string,
    cvssV3Score: number,
    cvssV4Vector: string,
    cvssV4Score: number,
    owaspVector: string,
    owaspScore: number,
    decidedBy: Type.Optional(oneOf(DECIDERS)),
    expiresAt: Type.Optional(Timestamp),
  },
  { title: 'Analysis' },
);
export type Analysis = Static<typeof Analysis>;

const Words = text(65_535, LINES);
const ExpiresAt = Type.Optional(
  Type.Unsafe<number | string | null>({
    type: ['integer', 'string', 'null'],
    description:
      'When the decision expires and the previous one applies again: ISO 8601, or UTC epoch milliseconds. null: never.',
  }),
);

const decidedMembers = {
  analysisState: choice(ANALYSIS_STATES),
  analysisJustification: choice(ANALYSIS_JUSTIFICATIONS),
  analysisResponse: choice(ANALYSIS_RESPONSES),
  analysisDetails: Words,
  isSuppressed: optional(Type.Boolean()),
  comment: Words,
  expiresAt: ExpiresAt,
};

export const AnalysisRequest = Type.Object(
  {
    component: Uuid,
    vulnerability: Uuid,
    project: optional(Type.String({ description: 'Ignored' })),
    ...decidedMembers,
  },
  {
    title: 'AnalysisRequest',
    description:
      'An absent state, justification or response is NOT_SET. Absent details, suppression and expiry are not changed.',
  },
);
export type AnalysisRequest = Static<typeof AnalysisRequest>;

const strict = { additionalProperties: false };
const listed = { minItems: 1, maxItems: 1_000 };
const Wanted = Type.Optional(Type.String({ minLength: 1, maxLength: 2_048 }));

const FindingFilter = Type.Object(
  {
    vulnerabilities: Type.Optional(
      Type.Array(
        Type.Object(
          {
            vulnId: Type.String({ minLength: 1, maxLength: 255 }),
            source: Type.Optional(Type.String({ description: 'A known source; default any' })),
          },
          strict,
        ),
        listed,
      ),
    ),
    component: Type.Optional(
      Type.Object(
        {
          purl: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 2_048,
              description:
                'Package URL. Without a version it matches any version; without qualifiers and subpath it matches any.',
            }),
          ),
          cpe: Wanted,
          group: Wanted,
          name: Wanted,
          version: Wanted,
        },
        { ...strict, minProperties: 1 },
      ),
    ),
    projects: Type.Optional(Type.Array(Uuid, listed)),
    projectName: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'All versions of the project of this name' }),
    ),
    everyProject: Type.Optional(Type.Literal(true, { description: 'Every project that the caller may see' })),
    states: Type.Optional(Type.Array(StateName, { minItems: 1 })),
    severities: Type.Optional(Type.Array(SeverityName, { minItems: 1 })),
    suppressed: Type.Optional(Type.Boolean()),
  },
  {
    ...strict,
    title: 'FindingFilter',
    description: 'All criteria must match. One of projects, projectName or everyProject is required.',
  },
);
export type FindingFilter = Static<typeof FindingFilter>;

export const BulkAnalysisRequest = Type.Object(
  {
    findings: Type.Optional(
      Type.Array(Type.Object({ component: Uuid, vulnerability: Uuid }), { minItems: 1, maxItems: 20_000 }),
    ),
    filter: Type.Optional(FindingFilter),
    matching: Type.Optional(
      Type.Object(portfolioFilters, { ...strict, description: 'The filters of GET /api/v1/finding' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 20_000,
        description: 'With matching: decide on this many findings and return `next` if there are more',
      }),
    ),
    continue: Type.Optional(
      Type.String({
        maxLength: 8192,
        description:
          '`next` of the previous response, beside the same filters and decision. All parts are one batch.',
      }),
    ),
    ...decidedMembers,
    dryRun: optional(Type.Boolean({ description: 'As in the query' })),
  },
  {
    ...strict,
    title: 'BulkAnalysisRequest',
    description: 'Findings, a filter or matching. Absent members are not changed on the findings.',
  },
);
export type BulkAnalysisRequest = Static<typeof BulkAnalysisRequest>;

const OUTCOMES = ['applied', 'unchanged', 'outranked', 'no-finding'] as const;

const DecidedFinding = Type.Object(
  {
    project: Type.Object({ uuid: Uuid, name: Type.String(), version: string }),
    component: Type.Object({ uuid: Uuid, group: string, name: Type.String(), version: string, purl: string }),
    vulnerability: Type.Object({ uuid: Uuid, source: Type.String(), vulnId: Type.String() }),
    fate: oneOf(OUTCOMES),
    changes: Type.Array(
      Type.Object(
        { field: Type.String(), from: Type.Unknown(), to: Type.Unknown() },
        { title: 'FieldChange' },
      ),
    ),
  },
  { title: 'DecidedFinding' },
);
export type DecidedFinding = Static<typeof DecidedFinding>;

const Sample = Type.Array(DecidedFinding, { description: 'The first findings' });

export const BulkAnalysisResult = Type.Object(
  {
    dryRun: Type.Boolean(),
    batch: Type.Optional(Type.String({ description: 'Id with which the batch can be undone' })),
    matched: Type.Integer(),
    projects: Type.Integer({ description: 'Number of their projects' }),
    applied: Type.Integer({ description: 'In a dry run: would be changed' }),
    unchanged: Type.Integer({ description: 'Already as decided' }),
    missing: Type.Integer({ description: 'Listed, but not visible to the caller or not findings' }),
    states: Type.Optional(
      Type.Array(Type.Object({ state: StateName, count: Type.Integer() }), {
        description: 'In a dry run: the present states of those that would be changed',
      }),
    ),
    next: Type.Optional(Type.String({ description: 'Present if there are more findings than `limit`' })),
    sample: Sample,
  },
  { title: 'BulkAnalysisResult' },
);
export type BulkAnalysisResult = Static<typeof BulkAnalysisResult>;

export const BulkUndoResult = Type.Object(
  {
    batch: Uuid,
    undone: Type.Integer(),
    changedSince: Type.Integer({
      description: 'Not changed: they have a newer decision or are no findings any more',
    }),
    sample: Type.Array(DecidedFinding, { description: 'The first findings that were not changed' }),
  },
  { title: 'BulkUndoResult' },
);
export type BulkUndoResult = Static<typeof BulkUndoResult>;

export const CarryOverResult = Type.Object(
  {
    dryRun: Type.Boolean(),
    from: Type.Object({ uuid: Uuid, name: Type.String(), version: string }),
    matched: Type.Integer({
      description: 'Findings whose component and vulnerability have a decision in the other project',
    }),
    applied: Type.Integer({ description: 'In a dry run: would be changed' }),
    unchanged: Type.Integer(),
    outranked: Type.Integer({
      description: 'Not changed: a person or a VEX document decided in this project',
    }),
    versionChanged: Type.Integer({
      description: 'Not changed: the component has another version, for which the decision may not apply',
    }),
    sample: Sample,
  },
  { title: 'CarryOverResult' },
);
export type CarryOverResult = Static<typeof CarryOverResult>;
