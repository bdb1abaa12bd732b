import type { ChosenSettings } from './chosen-settings.ts';
import type { Config } from './config.ts';
import type { Findings } from './config-entries.ts';
import { getProperty, propertyNames } from './properties.ts';
import { toKey } from './property-key.ts';

/** Checks that concern several properties. */
export function checkTogether(
  config: Config,
  chosen: ChosenSettings,
  { problems, warnings }: Findings,
): void {
  problems.push(...listPortProblems(config), ...listMetricsProblems(config));
  warnings.push(...listUnusedWarnings(chosen));
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

function listPortProblems(config: Config): string[] {
  const { 'svc.http.port': port, 'svc.http.host': host, 'svc.management.host': otherHost } = config;
  const sharesAddress = host === otherHost || ANY_ADDRESS.has(host) || ANY_ADDRESS.has(otherHost);
  if (port === 0 || port !== config['svc.management.port'] || !sharesAddress) return [];
  return [`svc.http.port and svc.management.port are both ${port}; the two servers need different ports.`];
}

/** With only one of the two, the metrics would be open although an operator expects them to be protected. */
function listMetricsProblems(config: Config): string[] {
  const hasName = config['svc.metrics.auth.username'] !== undefined;
  const hasPassword = config['svc.metrics.auth.password'] !== undefined;
  if (hasName === hasPassword) return [];
  return [
    'svc.metrics.auth.username and svc.metrics.auth.password must be set together, or neither of them.',
  ];
}

function listUnusedWarnings(chosen: ChosenSettings): string[] {
  const unused = propertyNames.filter((name) => !getProperty(name).inUse && chosen.has(toKey(name)));
  if (unused.length === 0) return [];
  return [
    'These settings are accepted and checked, but the capability that reads them is not part of this release: ' +
      `${unused.join(', ')}.`,
  ];
}
