import Type, { type Static } from 'typebox';
import { optional, text } from './optional.ts';
import { LINES, ONE_LINE } from './values.ts';

/** People, organisations and references in requests. */
export const Contact = Type.Object({ name: text(255), email: text(255), phone: text(255) });

export const Organization = Type.Object({
  name: text(255),
  urls: optional(Type.Array(Type.String({ maxLength: 2048, pattern: ONE_LINE }), { maxItems: 1000 })),
  contacts: optional(Type.Array(Contact, { maxItems: 1000 })),
});

export const ExternalReference = Type.Object({
  type: Type.String({ minLength: 1, maxLength: 255, pattern: ONE_LINE }),
  url: Type.String({ minLength: 1, maxLength: 2048, pattern: ONE_LINE }),
  comment: text(4096, LINES),
});

/** The same in responses: members without a value are absent. */
export const Person = Type.Object({
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
});
export type Person = Static<typeof Person>;

export const OrganizationMembers = Type.Object({
  name: Type.Optional(Type.String()),
  urls: Type.Optional(Type.Array(Type.String())),
  contacts: Type.Optional(Type.Array(Person)),
});
export type OrganizationMembers = Static<typeof OrganizationMembers>;

export const Reference = Type.Object({
  type: Type.String(),
  url: Type.String(),
  comment: Type.Optional(Type.String()),
});
export type Reference = Static<typeof Reference>;
