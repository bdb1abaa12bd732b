import Type, { type Static } from 'typebox';
import { oneOf } from './one-of.ts';
import { Uuid } from './values.ts';

const OUTCOMES = ['MATCH', 'OUTSIDE_RANGE', 'OTHER_RELEASE', 'NO_VERSION', 'OTHER_NAME'] as const;
const REASONS = [...OUTCOMES, 'NO_IDENTIFIER', 'NOTHING_AFFECTED', 'WITHDRAWN'] as const;

const text = (description: string) => Type.String({ description });

export const ExplainedStatement = Type.Object(
  {
    identifier: Type.Unsafe<'PURL' | 'CPE'>({ type: 'string', enum: ['PURL', 'CPE'] }),
    affected: text('The affected package URL without a version, or the affected CPE'),
    range: text('The affected versions, such as ">= 2.13.0, < 2.15.0"'),
    asserter: text('The asserter'),
    source: text('The source of the statement'),
    uuid: Uuid,
    outcome: oneOf(OUTCOMES),
    detail: text('The reason, such as the bound that the version does not meet'),
    scheme: Type.Optional(text('The version order used, such as maven or generic-nvd')),
  },
  { title: 'ExplainedStatement' },
);
export type ExplainedStatement = Static<typeof ExplainedStatement>;

export const Explanation = Type.Object(
  {
    component: Type.Object({
      uuid: Uuid,
      name: Type.String(),
      version: Type.Optional(Type.String()),
      purl: Type.Optional(Type.String()),
      cpe: Type.Optional(Type.String()),
    }),
    vulnerability: Type.Object({ uuid: Uuid, source: Type.String(), vulnId: Type.String() }),
    affected: Type.Boolean({ description: 'Whether the component matches' }),
    reason: oneOf(REASONS),
    summary: text('The reason in a sentence'),
    statements: Type.Array(ExplainedStatement, {
      description: 'Comparisons: matches first, then near matches; at most 100',
    }),
    statementCount: Type.Integer({ description: 'Total number' }),
    reportedBy: Type.Array(Type.String(), {
      description: 'Analyzers that currently report the finding; empty if there is no active finding',
    }),
  },
  { title: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
