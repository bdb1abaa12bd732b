import Type, { type Static } from 'typebox';

/** One place of a document that breaks the schema of its version. */
export const DocumentViolation = Type.Object(
  {
    pointer: Type.Optional(
      Type.String({ description: 'JSON pointer', examples: ['/components/3/licenses/0'] }),
    ),
    line: Type.Optional(Type.Integer({ description: 'In XML' })),
    column: Type.Optional(Type.Integer()),
    message: Type.String(),
  },
  {
    title: 'DocumentViolation',
    description: 'One place of a document that breaks the schema of its version',
  },
);
export type DocumentViolation = Static<typeof DocumentViolation>;

/** Members of an answer about a document that was taken in spite of violations. */
export const ignoredViolationMembers = {
  ignoredViolations: Type.Optional(
    Type.Array(DocumentViolation, {
      description:
        'Places that break the schema and were ignored because the document was read leniently. They do not concern ' +
        'the identity of components. Absent when nothing was ignored',
    }),
  ),
  moreIgnoredViolations: Type.Optional(
    Type.Integer({ description: 'How many more there are at least; absent when all are listed' }),
  ),
};

/** Uploads to a project are read leniently while it has this property with the value "true". */
export const LENIENT_UPLOADS = { groupName: 'artifact', propertyName: 'bom.validation.lenient' } as const;
