import Type from 'typebox';

/** Schemas of values that occur in many operations. */
export const Uuid = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
  examples: ['0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f'],
  description: 'UUID',
});

/** Times are UTC epoch milliseconds, as JSON numbers. */
export const Timestamp = Type.Integer({ description: 'UTC epoch milliseconds' });

/** Patterns of human-readable text: without control characters, with or without line breaks and tabs. */
export const ONE_LINE = '^[^\\u0000-\\u001f\\u007f]*$';
export const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

/** A name: one line that is not blank. The pattern takes linear time. */
export const PrintableName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^(?!\\s*$)[^\\u0000-\\u001f\\u007f]*$',
});

/** A query flag. Clients send `true`, `True` and `TRUE`; every other value is false. */
export const Flag = Type.Unsafe<boolean | string>({ type: ['boolean', 'string'] });

export function isOn(flag: boolean | string | undefined): boolean {
  return flag === true || (typeof flag === 'string' && flag.toLowerCase() === 'true');
}

export const UuidParams = Type.Object({ uuid: Uuid });

/** A day or a time in a query. */
export const QueryTime = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 40,
      description: `${description}: a day in UTC, a time, such as 2026-11-01T12:00:00Z, or UTC epoch milliseconds`,
    }),
  );
