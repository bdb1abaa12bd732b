import Type, { type Static } from 'typebox';

/** One thing wrong with a request: where, and what to do about it. */
export const ProblemError = Type.Object(
  { path: Type.String(), message: Type.String() },
  { title: 'ProblemError', additionalProperties: true },
);

/** One place of a refused document. */
export const ProblemViolation = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer; of XML and of broken syntax the line and column' }),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    message: Type.String(),
  },
  { title: 'ProblemViolation' },
);
export type ProblemViolation = Static<typeof ProblemViolation>;

/** RFC 9457. Every 4xx and 5xx answer of the service has this shape. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URI reference that names the kind of problem' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String({ description: 'What happened and what to do next' })),
    instance: Type.Optional(Type.String({ description: 'The request, by its X-Request-Id' })),
    errors: Type.Optional(
      Type.Array(Type.Union([ProblemError, Type.String()]), {
        description: 'What is wrong with the request; of a refused document texts, as "<pointer>: <message>"',
      }),
    ),
    violations: Type.Optional(
      Type.Array(ProblemViolation, {
        description: 'Of a refused document: every place that breaks its schema',
      }),
    ),
  },
  { title: 'Problem', additionalProperties: true },
);
export type Problem = Static<typeof Problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
