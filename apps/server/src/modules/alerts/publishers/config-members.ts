/** Members that several publishers have in their configuration, as JSON Schema. */
export const destinationUrl = {
  type: 'string',
  title: 'Address to post to',
  maxLength: 2048,
  pattern: '^https?://[^\\s]+$',
} as const;

/** Secrets stand in no configuration: it names them. */
export const secretName = {
  type: 'string',
  pattern: '^[a-zA-Z0-9_-]{1,64}$',
  'x-secret-ref': true,
} as const;

export const HEADER_NAME = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,255}$";
