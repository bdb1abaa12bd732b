import Type, { type Static } from 'typebox';

/** One error of a request: where, and what to do about it. */
const ProblemError = Type.Object(
  { path: Type.String(), message: Type.String() },
  { title: 'ProblemError', additionalProperties: true },
);

/** One violation of a rejected document. */
export const ProblemViolation = Type.Object(
  {
    pointer: Type.String({ description: 'JSON pointer; for XML and invalid syntax the line and column' }),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    message: Type.String(),
  },
  { title: 'ProblemViolation' },
);
export type ProblemViolation = Static<typeof ProblemViolation>;

/** RFC 9457. Every 4xx and 5xx response of the service has this shape. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URI reference of the kind of problem' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String({ description: 'What happened and what to do next' })),
    instance: Type.Optional(Type.String({ description: 'The X-Request-Id of the request' })),
    errors: Type.Optional(
      Type.Array(Type.Union([ProblemError, Type.String()]), {
        description:
          'What is wrong with the request; for a rejected document, texts like "<pointer>: <message>"',
      }),
    ),
    violations: Type.Optional(
      Type.Array(ProblemViolation, {
        description: 'For a rejected document: every schema violation',
      }),
    ),
  },
  { title: 'Problem', additionalProperties: true },
);
export type Problem = Static<typeof Problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
