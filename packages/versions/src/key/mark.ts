/**
 * The lead bytes of a key. A mark decides first, so their order is the order of what may stand at one place of a
 * version: something that makes it older than a release, its end, something that makes it newer, a further number.
 *
 * Every scheme uses the ranges below 0x40 as its own comments say; numbers have the same range everywhere.
 */
export const Mark = {
  /** Ends a text: below every character. */
  endOfText: 0x01,
  escape: 0x02,

  /** The scheme could not read the version; it stands below all that it can read, in generic order. */
  unreadable: 0x02,
  readable: 0x04,

  /** What makes a version older than the same version without it. */
  before: 0x10,
  /** Nothing follows. */
  end: 0x20,
  /** What makes a version newer than the same version without it. */
  after: 0x28,
  /** A textual part where it sorts below a number. */
  text: 0x38,

  /** 0 … 111 in the mark itself. */
  number: 0x40,
  /** Followed by 1 … 6 bytes, big-endian. */
  firstLargeNumber: 0xb0,
  /** Followed by the count of digits and the digits, two a byte. */
  numberByDigits: 0xb8,

  /** A textual part where it sorts above a number. */
  textAboveNumbers: 0xc8,
  /** Above everything: closes an interval over all keys with a common prefix. */
  beyond: 0xff,
} as const;
