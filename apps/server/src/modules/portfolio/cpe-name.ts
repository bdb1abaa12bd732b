import { findCpe, formatCpe } from '@tallyman/cpe';

/** The one form of a CPE name: those of CPE 2.2 and 2.3 that mean the same are equal in it. What is none stays as it is. */
export function toCpeName(text: string): string {
  const cpe = findCpe(text);
  return cpe ? formatCpe(cpe).toLowerCase() : text.trim();
}

/** A CPE name as it is given, as CPE 2.3 and as CPE 2.2. */
export function listCpeSpellings(text: string): string[] {
  const cpe = findCpe(text);
  const spelled = cpe ? [formatCpe(cpe), formatCpe(cpe, 'uri')] : [];
  return [...new Set([text.trim(), ...spelled])];
}
