import type { CheckedDataSource, CheckedFinding, CheckReport } from '@tallyman/contract';
import { type Column, renderTable } from './output.ts';
import { severityStyle } from './severity-style.ts';

/** The findings as a table, the worst first; empty if there are none. */
export function describeCheck({ results }: CheckReport): string {
  return results.length > 0 ? renderTable(columns, results) : '';
}

const columns: readonly Column<CheckedFinding>[] = [
  {
    title: 'SEVERITY',
    value: ({ vulnerability }) => vulnerability.severity,
    style: ({ vulnerability }) => severityStyle(vulnerability.severity),
  },
  { title: 'VULNERABILITY', value: ({ vulnerability }) => nameOf(vulnerability) },
  {
    title: 'COMPONENT',
    value: ({ component }) => [component.group, component.name].filter(Boolean).join('/'),
    shrinks: true,
  },
  { title: 'VERSION', value: ({ component }) => component.version, shrinks: true },
  { title: 'AFFECTED', value: ({ match }) => match?.range, shrinks: true },
  { title: 'FIXED IN', value: ({ fixedIn }) => fixedIn, shrinks: true },
  { title: 'EPSS', value: ({ vulnerability }) => vulnerability.epssScore?.toFixed(3) },
  { title: 'KEV', value: ({ vulnerability }) => (vulnerability.isKev ? 'yes' : '') },
];

/** With the CVE beside it, by which most people know it. */
function nameOf({ vulnId, aliases }: CheckedFinding['vulnerability']): string {
  const cves = aliases.flatMap(({ cveId }) => (cveId === undefined || cveId === vulnId ? [] : [cveId]));
  const names = [...new Set(cves)];
  return names.length > 0 ? `${vulnId} (${names.join(', ')})` : vulnId;
}

/** What was found in words, and what must not be taken for "nothing is vulnerable". */
export function noteCheck({ components, findings, dataSources }: CheckReport): string[] {
  return [
    `${describeFindings(findings)} in ${describeAffected(components)}.`,
    ...noteUnchecked(components),
    ...noteData(dataSources),
  ];
}

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info', 'unassigned'] as const;

function describeFindings(findings: CheckReport['findings']): string {
  const present = SEVERITIES.filter((severity) => findings[severity] > 0);
  const parts = present.map((severity) => `${findings[severity]} ${severity}`);
  return capitalised(count(findings.total, 'finding')) + (parts.length > 0 ? ` (${parts.join(', ')})` : '');
}

function describeAffected({ affected, total }: CheckReport['components']): string {
  return affected > 0 ? `${affected} of ${count(total, 'component')}` : count(total, 'component');
}

function noteUnchecked({ withoutIdentifier, withUnusableIdentifier }: CheckReport['components']): string[] {
  const reasons = [
    ...(withoutIdentifier > 0 ? [`${withoutIdentifier} without package URL and CPE`] : []),
    ...(withUnusableIdentifier > 0 ? [`${withUnusableIdentifier} whose identifier names no version`] : []),
  ];
  const unchecked = withoutIdentifier + withUnusableIdentifier;
  return unchecked === 0
    ? []
    : [`warning: ${count(unchecked, 'component')} could not be checked: ${reasons.join(', ')}.`];
}

/** What says which packages are affected; the others rate what these have found. */
const ADVISORIES: ReadonlySet<string> = new Set(['nvd', 'osv', 'github']);

function noteData(sources: readonly CheckedDataSource[]): string[] {
  const advisories = sources.filter(({ name }) => ADVISORIES.has(name));
  if (advisories.every(({ state }) => state === 'NEVER_LOADED')) {
    return [
      'warning: no vulnerability data has been loaded, so this says nothing. See: tallyman mirror status',
    ];
  }
  return sources.flatMap(({ displayName, enabled, state, lastSuccess }) => {
    if (state === 'STALE') return [`warning: the data of ${displayName} is of ${toDay(lastSuccess)}.`];
    return enabled && state === 'NEVER_LOADED' ? [`warning: ${displayName} has never been loaded.`] : [];
  });
}

function toDay(millis: number | undefined): string {
  return millis === undefined ? 'long ago' : new Date(millis).toISOString().slice(0, 10);
}

function count(number: number, noun: string): string {
  if (number === 0) return `no ${noun}s`;
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
