import Type from 'typebox';

/** Schemas of values that occur in many places of the wire. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  examples: ['0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f'],
  description: 'UUID',
});

/** Points in time are UTC epoch milliseconds, as JSON numbers. */
export const Timestamp = Type.Integer({ description: 'UTC epoch milliseconds' });

/** Text a person wrote: no control characters but tab and line breaks, and something in it. */
export const PrintableName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
});

export const UuidParams = Type.Object({ uuid: Uuid });
