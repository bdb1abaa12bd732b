const LENGTH_DELIMITED = 2;

/** The protobuf header (tag and length) of a string, bytes or message field. */
export function fieldHeader(number: number, length: number): Uint8Array {
  return Uint8Array.from([...toVarint((number << 3) | LENGTH_DELIMITED), ...toVarint(length)]);
}

function toVarint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...toVarint(value >>> 7)];
}
