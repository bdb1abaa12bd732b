import { findCpe, formatCpe } from '@tallyman/cpe';

/** A lower-case CPE 2.3 name without escapes, which is normalised already. Most components have one. */
const NORMALISED = /^cpe:2\.3:[aoh*-](?::(?:[*-]|[a-z0-9._-]+)){10}$/;

/** Normalises a CPE name: CPE 2.2 and 2.3 spellings of one name become equal. Other text is only trimmed. */
export function toCpeName(text: string): string {
  if (NORMALISED.test(text)) return text;
  const cpe = findCpe(text);
  return cpe ? formatCpe(cpe).toLowerCase() : text.trim();
}

/** The column `cpe_name`: the normalised name, or null if it equals the text. */
export function toStoredCpeName(cpe: string | null): string | null {
  if (cpe === null) return null;
  const name = toCpeName(cpe);
  return name === cpe ? null : name;
}

/** The spellings of a CPE name: as given, as CPE 2.3 and as CPE 2.2. */
export function toCpeSpellings(text: string): string[] {
  const cpe = findCpe(text);
  const spellings = cpe ? [formatCpe(cpe), formatCpe(cpe, 'uri')] : [];
  return [...new Set([text.trim(), ...spellings])];
}
