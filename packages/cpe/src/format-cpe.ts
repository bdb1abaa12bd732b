import type { Cpe } from './cpe.ts';
import { formatFormattedString } from './formatted-string.ts';
import { formatUri } from './uri.ts';

export type CpeBinding = 'formatted-string' | 'uri';

/** Formats a name as `cpe:2.3:a:…`, or as a CPE 2.2 URI `cpe:/a:…`. */
export function formatCpe(cpe: Cpe, binding: CpeBinding = 'formatted-string'): string {
  return binding === 'uri' ? formatUri(cpe) : formatFormattedString(cpe);
}
