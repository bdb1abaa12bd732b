/**
 * The lead bytes of the fields of a key. Marks are compared first, so their order is the order of the parts that may
 * follow at one position of a version: a part that makes it older than the release, its end, a part that makes it
 * newer, a further number.
 *
 * Each scheme documents how it uses the values below 0x40. Numbers have the same values in all schemes.
 */
export const Mark = {
  /** Ends a text. Below every character. */
  endOfText: 0x01,
  escape: 0x02,

  /** The scheme cannot parse the version. Such versions are below all others, in generic order. */
  unreadable: 0x02,
  readable: 0x04,

  /** A part that makes a version older than the same version without it. */
  before: 0x10,
  /** The end of the version. */
  end: 0x20,
  /** A part that makes a version newer than the same version without it. */
  after: 0x28,
  /** A text, in schemes that sort it below numbers. */
  text: 0x38,

  /** 0 … 111, encoded in the mark itself. */
  number: 0x40,
  /** Followed by 1 … 6 bytes, big-endian. */
  firstLargeNumber: 0xb0,
  /** Followed by the number of digits and the digits, two per byte. */
  numberByDigits: 0xb8,

  /** A text, in schemes that sort it above numbers. */
  textAboveNumbers: 0xc8,
  /** Above all other marks: the upper bound of all keys with a common prefix. */
  beyond: 0xff,
} as const;
