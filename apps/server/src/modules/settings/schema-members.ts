/** An address in a JSON Schema. It may not contain a password: passwords are secrets. */
export const destinationUrl = {
  type: 'string',
  title: 'Address to post to',
  maxLength: 2048,
  pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@:\\[\\]\\\\]+)(:\\d{1,5})?([/?#][^\\s\\x00-\\x1f]*)?$',
} as const;

/** A configuration names secrets, it never contains them. */
export const secretName = {
  type: 'string',
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  'x-secret-ref': true,
} as const;
