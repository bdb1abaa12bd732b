import Type, { type Static } from 'typebox';
import { oneOf } from './one-of.ts';
import { Uuid } from './values.ts';

const OUTCOMES = ['MATCH', 'OUTSIDE_RANGE', 'OTHER_RELEASE', 'NO_VERSION', 'OTHER_NAME'] as const;
const REASONS = [...OUTCOMES, 'NO_IDENTIFIER', 'NOTHING_AFFECTED', 'WITHDRAWN'] as const;

const text = (description: string) => Type.String({ description });

export const ExplainedStatement = Type.Object(
  {
    identifier: Type.Unsafe<'PURL' | 'CPE'>({ type: 'string', enum: ['PURL', 'CPE'] }),
    affected: text('The package URL without a version, or the CPE, that is said to be affected'),
    range: text('In which versions, such as ">= 2.13.0, < 2.15.0"'),
    asserter: text('Who says so'),
    source: text('Whose words these are'),
    uuid: Uuid,
    outcome: oneOf(OUTCOMES),
    detail: text('What decided, such as the bound that the version does not meet'),
    scheme: Type.Optional(text('The order in which versions were compared, such as maven or generic-nvd')),
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
    affected: Type.Boolean({ description: 'Whether the component matches what is said to be affected' }),
    reason: oneOf(REASONS),
    summary: text('The reason in a sentence'),
    statements: Type.Array(ExplainedStatement, {
      description: 'What was compared: what matches first, then what nearly does; at most 100',
    }),
    statementCount: Type.Integer({ description: 'How many there are in all' }),
    reportedBy: Type.Array(Type.String(), {
      description: 'Analyzers that report the finding now; none means that there is no active finding',
    }),
  },
  { title: 'Explanation' },
);
export type Explanation = Static<typeof Explanation>;
