import type { Severity } from '@tallyman/contract';
import { InvalidArgumentError } from 'commander';

/** In descending order. */
export const SEVERITIES: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'];

export function toSeverity(text: string): Severity {
  const severity = SEVERITIES.find((one) => one === text.trim().toUpperCase());
  if (severity) return severity;
  throw new InvalidArgumentError(`Use one of ${SEVERITIES.join(', ').toLowerCase()}.`);
}

/** Parses a comma-separated list. */
export function toSeverities(text: string): Severity[] {
  return text.split(',').map(toSeverity);
}

export function isAsBadAs(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(limit);
}

export type SeverityCounts = Readonly<Record<Lowercase<Severity> | 'total', number>>;

export function countSeverities(severities: readonly Severity[]): SeverityCounts {
  const counts = {
    total: severities.length,
    critical: 0,
    high: 0,
    medium: 0,
    low: 0,
    info: 0,
    unassigned: 0,
  };
  for (const severity of severities) counts[severity.toLowerCase() as Lowercase<Severity>]++;
  return counts;
}

/** `3 findings (1 critical, 2 low)` */
export function describeCounts(counts: SeverityCounts): string {
  const names = SEVERITIES.map((severity) => severity.toLowerCase() as Lowercase<Severity>);
  const parts = names.filter((name) => counts[name] > 0).map((name) => `${counts[name]} ${name}`);
  return formatCount(counts.total, 'finding') + (parts.length > 0 ? ` (${parts.join(', ')})` : '');
}

/** `no findings`, `1 finding`, `2 findings` */
export function formatCount(number: number, noun: string): string {
  if (number === 0) return `no ${noun}s`;
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
