import Type from 'typebox';
import { anyOf, wholeOrPart } from '../access.ts';
import { DependencyMetrics, PortfolioMetrics, ProjectMetrics, VulnerabilityMetrics } from '../metrics.ts';
import { operation } from '../operation.ts';
import { Uuid, UuidParams } from '../values.ts';

const tag = 'metrics';
const mayView = anyOf('VIEW_PORTFOLIO');
const mayRefresh = wholeOrPart('PORTFOLIO_MANAGEMENT', 'UPDATE');

const date = Type.String({
  description: 'A day in UTC, as YYYYMMDD',
  examples: ['20261116'],
});
const days = Type.Integer({ minimum: 0, maximum: 36_500, description: 'Number of days before today' });

const ofSeries =
  'One item for each day (UTC), up to today. Days without a change have the numbers of the day before. ' +
  'Starts at the earliest with the retention of metrics';
const ofRefresh = 'Metrics are updated within seconds after a change. This counts at once';

const portfolioOperations = {
  getPortfolioMetrics: operation({
    id: 'getPortfolioMetrics',
    method: 'GET',
    path: '/api/v1/metrics/portfolio/current',
    access: mayView,
    tag,
    summary: 'Get the current metrics of the portfolio',
    description: 'The sum of the active projects that the caller may see.',
    responses: { 200: PortfolioMetrics },
  }),
  listPortfolioMetricsSince: operation({
    id: 'listPortfolioMetricsSince',
    method: 'GET',
    path: '/api/v1/metrics/portfolio/since/{date}',
    access: mayView,
    tag,
    summary: 'List the metrics of the portfolio since a day',
    description: `${ofSeries}. Sums of the projects that the caller may see.`,
    params: Type.Object({ date }),
    responses: { 200: Type.Array(PortfolioMetrics) },
  }),
  listPortfolioMetricsOfDays: operation({
    id: 'listPortfolioMetricsOfDays',
    method: 'GET',
    path: '/api/v1/metrics/portfolio/{days}/days',
    access: mayView,
    tag,
    summary: 'List the metrics of the portfolio of the last days',
    description: `${ofSeries}. Sums of the projects that the caller may see.`,
    params: Type.Object({ days }),
    responses: { 200: Type.Array(PortfolioMetrics) },
  }),
  refreshPortfolioMetrics: operation({
    id: 'refreshPortfolioMetrics',
    method: 'GET',
    path: '/api/v1/metrics/portfolio/refresh',
    access: mayRefresh,
    tag,
    summary: 'Count all projects again',
    description: 'Requests a count of all projects that the caller may see. Changes are counted without it.',
    responses: { 200: null },
  }),
};

const projectOperations = {
  getProjectMetrics: operation({
    id: 'getProjectMetrics',
    method: 'GET',
    path: '/api/v1/metrics/project/{uuid}/current',
    access: mayView,
    tag,
    summary: 'Get the current metrics of a project',
    params: UuidParams,
    responses: { 200: ProjectMetrics },
    problems: [404],
  }),
  listProjectMetricsSince: operation({
    id: 'listProjectMetricsSince',
    method: 'GET',
    path: '/api/v1/metrics/project/{uuid}/since/{date}',
    access: mayView,
    tag,
    summary: 'List the metrics of a project since a day',
    description: `${ofSeries} or the project.`,
    params: Type.Object({ uuid: Uuid, date }),
    responses: { 200: Type.Array(ProjectMetrics) },
    problems: [404],
  }),
  listProjectMetricsOfDays: operation({
    id: 'listProjectMetricsOfDays',
    method: 'GET',
    path: '/api/v1/metrics/project/{uuid}/days/{days}',
    access: mayView,
    tag,
    summary: 'List the metrics of a project of the last days',
    description: `${ofSeries} or the project.`,
    params: Type.Object({ uuid: Uuid, days }),
    responses: { 200: Type.Array(ProjectMetrics) },
    problems: [404],
  }),
  refreshProjectMetrics: operation({
    id: 'refreshProjectMetrics',
    method: 'GET',
    path: '/api/v1/metrics/project/{uuid}/refresh',
    access: mayRefresh,
    tag,
    summary: 'Count a project again',
    description: `${ofRefresh}.`,
    params: UuidParams,
    responses: { 200: null },
    problems: [404],
  }),
};

const componentOperations = {
  getComponentMetrics: operation({
    id: 'getComponentMetrics',
    method: 'GET',
    path: '/api/v1/metrics/component/{uuid}/current',
    access: mayView,
    tag,
    summary: 'Get the current metrics of a component',
    params: UuidParams,
    responses: { 200: DependencyMetrics },
    problems: [404],
  }),
  listComponentMetricsSince: operation({
    id: 'listComponentMetricsSince',
    method: 'GET',
    path: '/api/v1/metrics/component/{uuid}/since/{date}',
    access: mayView,
    tag,
    summary: 'List the metrics of a component since a day',
    description: `${ofSeries} or the component.`,
    params: Type.Object({ uuid: Uuid, date }),
    responses: { 200: Type.Array(DependencyMetrics) },
    problems: [404],
  }),
  listComponentMetricsOfDays: operation({
    id: 'listComponentMetricsOfDays',
    method: 'GET',
    path: '/api/v1/metrics/component/{uuid}/days/{days}',
    access: mayView,
    tag,
    summary: 'List the metrics of a component of the last days',
    description: `${ofSeries} or the component.`,
    params: Type.Object({ uuid: Uuid, days }),
    responses: { 200: Type.Array(DependencyMetrics) },
    problems: [404],
  }),
  refreshComponentMetrics: operation({
    id: 'refreshComponentMetrics',
    method: 'GET',
    path: '/api/v1/metrics/component/{uuid}/refresh',
    access: mayRefresh,
    tag,
    summary: 'Count a component again',
    description: `${ofRefresh}, with the other components of the project.`,
    params: UuidParams,
    responses: { 200: null },
    problems: [404],
  }),
};

export const metricsOperations = {
  listVulnerabilityMetrics: operation({
    id: 'listVulnerabilityMetrics',
    method: 'GET',
    path: '/api/v1/metrics/vulnerability',
    access: mayView,
    tag,
    summary: 'Count the known vulnerabilities by the month of their publication',
    description:
      'In the order of time. Vulnerabilities without a date of publication count with the date of their ' +
      'creation, and those without either are left out.',
    responses: { 200: Type.Array(VulnerabilityMetrics) },
  }),
  ...portfolioOperations,
  ...projectOperations,
  ...componentOperations,
};
