import type { Cpe } from './cpe.ts';
import { formatFormattedString } from './formatted-string.ts';
import { formatUri } from './uri.ts';

export type CpeBinding = 'formatted-string' | 'uri';

/** Writes a name as `cpe:2.3:a:…`, or as `cpe:/a:…` of CPE 2.2. */
export function formatCpe(cpe: Cpe, binding: CpeBinding = 'formatted-string'): string {
  return binding === 'uri' ? formatUri(cpe) : formatFormattedString(cpe);
}
