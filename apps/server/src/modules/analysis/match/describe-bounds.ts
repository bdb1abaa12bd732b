import type { VersionBounds } from '../../vulnerabilities/vulnerability-record.ts';
import { type BoundRow, toBounds } from './match-candidates.ts';

/** One bound, as text and as bounds. */
export interface NamedBound {
  readonly text: string;
  readonly bounds: VersionBounds;
}

export function listBounds(row: BoundRow & { readonly version?: string | null }): NamedBound[] {
  const { version, ...bounds } = toBounds(row);
  if (version) return [{ text: `= ${version}`, bounds: { version } }];
  const signs = {
    versionStartIncluding: '>=',
    versionStartExcluding: '>',
    versionEndIncluding: '<=',
    versionEndExcluding: '<',
  } as const;
  return Object.entries(signs).flatMap(([name, sign]) => {
    const bound = bounds[name as keyof typeof signs];
    return bound ? [{ text: `${sign} ${bound}`, bounds: { [name]: bound } }] : [];
  });
}

/** `>= 2.13.0, < 2.15.0`, `= 2.13.0` or `all versions`. */
export function describeBounds(row: BoundRow & { readonly version?: string | null }): string {
  const named = listBounds(row).map(({ text }) => text);
  return named.length > 0 ? named.join(', ') : 'all versions';
}
