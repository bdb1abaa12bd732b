import { type Resource, scopeOf, toAttributes, toNanoseconds, toOtlpResource } from './to-otlp-traces.ts';

/** What the registry of Prometheus metrics returns as JSON. */
export interface PrometheusMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly PrometheusValue[];
}

interface PrometheusValue {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  readonly metricName?: string | undefined;
}

interface Times {
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
}

const CUMULATIVE = 2;

/** The JSON form of `ExportMetricsServiceRequest`. Counters and histograms count since the start of the process. */
export function toOtlpMetrics(
  metrics: readonly PrometheusMetric[],
  { startMs, nowMs }: { readonly startMs: number; readonly nowMs: number },
  resource: Resource,
): object {
  const times = { startTimeUnixNano: toNanoseconds(startMs), timeUnixNano: toNanoseconds(nowMs) };
  const exported = metrics
    .filter(({ values }) => values.length > 0)
    .map((metric) => ({ name: metric.name, description: metric.help, ...toData(metric, times) }));
  const scopeMetrics = [{ scope: scopeOf(resource), metrics: exported }];
  return { resourceMetrics: [{ resource: toOtlpResource(resource), scopeMetrics }] };
}

function toData({ type, name, values }: PrometheusMetric, times: Times): object {
  if (type === 'histogram') {
    return {
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: toHistograms(name, values, times) },
    };
  }
  const dataPoints = values.map(({ value, labels }) => ({
    ...times,
    asDouble: value,
    attributes: toLabels(labels),
  }));
  if (type === 'counter')
    return { sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
  return { gauge: { dataPoints } };
}

/** Prometheus counts each bucket with all smaller ones, OTLP each by itself. */
function toHistograms(name: string, values: readonly PrometheusValue[], times: Times): object[] {
  const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...series.values()].map((parts) => {
    const find = (suffix: string) => parts.find(({ metricName }) => metricName === `${name}_${suffix}`);
    const buckets = parts.filter(({ metricName }) => metricName === `${name}_bucket`);
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0));
    const bounds = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
    const { le: _, ...labels } = parts[0]?.labels ?? {};
    return {
      ...times,
      attributes: toLabels(labels),
      count: String(find('count')?.value ?? 0),
      sum: find('sum')?.value ?? 0,
      bucketCounts: counts.map(String),
      explicitBounds: bounds,
    };
  });
}

function toLabels(labels: PrometheusValue['labels']): object[] {
  return toAttributes(
    Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value ?? '')])),
  );
}
