/**
 * A 63-bit hash of a text, never negative. For lookups that compare the texts of equal hashes: several times faster than
 * a cryptographic hash for short texts, and not collision-resistant.
 */
export function hashText(text: string): bigint {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    high = Math.imul(high ^ character, 2654435761);
    low = Math.imul(low ^ character, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (BigInt(high >>> 1) << 32n) | BigInt(low >>> 0);
}
