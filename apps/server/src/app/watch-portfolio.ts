import { getDeliveryTotals } from '../modules/alerts/delivery/get-delivery-totals.ts';
import { COUNTED_SEVERITIES, countVulnerabilities } from '../modules/metric-values/risk-score.ts';
import { getTotals, type PortfolioTotals } from '../modules/metrics/series/get-totals.ts';
import type { Context } from '../platform/context.ts';
import { cacheBriefly } from '../platform/telemetry/cache-briefly.ts';
import type { Telemetry } from '../platform/telemetry/telemetry.ts';

/** Several scrapers, and the gauges of one scrape, share a query. */
const CACHE_MS = 10_000;

type Values = readonly (readonly [label: string, value: number])[];

interface PortfolioGauge {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly values: (totals: PortfolioTotals) => Values;
}

const GAUGES: readonly PortfolioGauge[] = [
  {
    name: 'tallyman_portfolio_projects',
    help: 'Active projects, with and without vulnerabilities',
    label: 'state',
    values: (totals) => [
      ['vulnerable', totals.vulnerable_projects],
      ['unaffected', totals.projects - totals.vulnerable_projects],
    ],
  },
  {
    name: 'tallyman_portfolio_components',
    help: 'Components of active projects, with and without vulnerabilities',
    label: 'state',
    values: (totals) => [
      ['vulnerable', totals.vulnerable_components],
      ['unaffected', totals.components - totals.vulnerable_components],
    ],
  },
  {
    name: 'tallyman_portfolio_findings',
    help: 'Findings of active projects that are not suppressed, by severity',
    label: 'severity',
    values: (totals) => COUNTED_SEVERITIES.map((severity) => [severity, totals[severity]]),
  },
  {
    name: 'tallyman_portfolio_findings_by_state',
    help: 'Findings of active projects: decided, undecided, suppressed, and those known to be exploited',
    label: 'state',
    values: (totals) => [
      ['decided', totals.findings_audited],
      ['undecided', countVulnerabilities(totals) - totals.findings_audited],
      ['suppressed', totals.suppressed],
      ['exploited', totals.kev],
    ],
  },
  {
    name: 'tallyman_portfolio_policy_violations',
    help: 'Policy violations of active projects that are not suppressed, by the state of the policy',
    label: 'state',
    values: (totals) => [
      ['fail', totals.violations_fail],
      ['warn', totals.violations_warn],
      ['info', totals.violations_info],
    ],
  },
];

/** Shows the numbers of the portfolio and of deliveries in the Prometheus metrics. */
export function watchPortfolio({ db }: Pick<Context, 'db'>, telemetry: Telemetry): void {
  const read = cacheBriefly(CACHE_MS, () => getTotals(db));
  for (const { name, help, label, values } of GAUGES) {
    telemetry.watch(name, help, [label], async () => labelled(label, values(await read())));
  }
  telemetry.watch(
    'tallyman_portfolio_risk_score',
    'Sum of the risk scores of active projects',
    [],
    async () => [{ labels: {}, value: (await read()).risk_score }],
  );
  const readDeliveries = cacheBriefly(CACHE_MS, () => getDeliveryTotals(db));
  telemetry.watch(
    'notification_deliveries',
    'Deliveries of notifications that wait, or ended without success and are still kept',
    ['state'],
    async () => labelled('state', Object.entries(await readDeliveries())),
  );
}

function labelled(label: string, values: Values) {
  return values.map(([text, value]) => ({ labels: { [label]: text }, value }));
}
