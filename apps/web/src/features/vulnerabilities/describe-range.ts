import type { AffectedComponent } from '@tallyman/contract';

type Range = Pick<
  AffectedComponent,
  | 'version'
  | 'versionStartIncluding'
  | 'versionStartExcluding'
  | 'versionEndIncluding'
  | 'versionEndExcluding'
>;

/** “≥ 2.0, < 2.17.1”, “= 1.0”, or “all versions”. */
export function describeRange(range: Range): string {
  const bounds: readonly (readonly [sign: string, version: string | undefined])[] = [
    ['=', range.version],
    ['≥', range.versionStartIncluding],
    ['>', range.versionStartExcluding],
    ['≤', range.versionEndIncluding],
    ['<', range.versionEndExcluding],
  ];
  const stated = bounds.filter(([, version]) => version !== undefined && version !== '');
  return stated.map(([sign, version]) => `${sign} ${version}`).join(', ') || 'all versions';
}
