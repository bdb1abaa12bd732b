import Type, { type Static } from 'typebox';

/** A schema violation of a document. */
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
    description: 'A schema violation of a document',
  },
);
export type DocumentViolation = Static<typeof DocumentViolation>;

/** Members of a response about a document that was accepted despite violations. */
export const ignoredViolationMembers = {
  ignoredViolations: Type.Optional(
    Type.Array(DocumentViolation, {
      description:
        'Schema violations that were ignored because the document was read leniently. They do not concern ' +
        'the identity of components. Absent if nothing was ignored',
    }),
  ),
  moreIgnoredViolations: Type.Optional(
    Type.Integer({ description: 'Minimum number of further violations; absent if all are listed' }),
  ),
};

/** Uploads to a project are read leniently if it has this property with the value "true". */
export const LENIENT_UPLOADS = { groupName: 'artifact', propertyName: 'bom.validation.lenient' } as const;
