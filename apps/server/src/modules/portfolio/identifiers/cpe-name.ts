import { findCpe, formatCpe } from '@tallyman/cpe';

/** Normalises a CPE name: CPE 2.2 and 2.3 spellings of one name become equal. Other text is only trimmed. */
export function toCpeName(text: string): string {
  const cpe = findCpe(text);
  return cpe ? formatCpe(cpe).toLowerCase() : text.trim();
}

/** The spellings of a CPE name: as given, as CPE 2.3 and as CPE 2.2. */
export function toCpeSpellings(text: string): string[] {
  const cpe = findCpe(text);
  const spellings = cpe ? [formatCpe(cpe), formatCpe(cpe, 'uri')] : [];
  return [...new Set([text.trim(), ...spellings])];
}
