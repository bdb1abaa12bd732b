import type { EpssScore } from './alias-access.ts';

export function isEpssScore({ cve, score, percentile }: EpssScore): boolean {
  return /^CVE-[\d-]{1,60}$/.test(cve) && isProbability(score) && isProbability(percentile);
}

function isProbability(value: number): boolean {
  return value >= 0 && value <= 1;
}
