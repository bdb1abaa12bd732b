import type { Registry } from 'prom-client';
import type { Config } from '../../config/load-config.ts';
import { newRandomUuid } from '../../ids.ts';
import type { Log } from '../../log/create-log.ts';
import { createHttpClient } from '../../outgoing-http/create-http-client.ts';
import { toHttpClientOptions } from '../../outgoing-http/to-http-client-options.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { parseHeaders } from './parse-headers.ts';
import type { PrometheusMetric } from './to-otlp-metrics.ts';
import { traceOutgoingCalls } from './trace-outgoing-calls.ts';
import { Tracer } from './tracer.ts';

export interface Otlp {
  /** Undefined if spans are not exported. */
  readonly tracer: Tracer | undefined;
  stop(): Promise<void>;
}

interface OtlpOptions {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly version: string;
}

const TIMEOUT_MS = 10_000;

/** Starts the export to the collector at `endpoint`. Imported only if one is configured. */
export function startOtlp(endpoint: string, { config, log, registry, version }: OtlpOptions): Otlp {
  const http = createHttpClient({
    ...toHttpClientOptions(config, `tallyman/${version}`),
    timeoutMs: TIMEOUT_MS,
    retries: { limit: 1, firstDelayMs: 500, maxDelayMs: 2_000 },
  });
  const tracer = new Tracer(config['svc.telemetry.otlp.traces.sample-percent'], (span) => exporter.add(span));
  const exporter = new OtlpExporter({
    endpoint,
    headers: parseHeaders(config['svc.telemetry.otlp.headers']),
    resource: { serviceName: config['svc.telemetry.service-name'], version, instance: newRandomUuid() },
    http,
    readMetrics: config['svc.telemetry.otlp.metrics.enabled']
      ? async () => (await registry.getMetricsAsJSON()) as unknown as readonly PrometheusMetric[]
      : undefined,
    metricsIntervalMs: config['svc.telemetry.otlp.metrics.interval-ms'],
    suppress: (work) => tracer.suppress(work),
    onError: (error) => log.warn({ err: error }, 'Telemetry could not be exported'),
  });
  const isTracing = config['svc.telemetry.otlp.traces.enabled'];
  const stopTracing = isTracing ? traceOutgoingCalls(tracer) : () => {};
  return {
    tracer: isTracing ? tracer : undefined,
    stop: async () => {
      stopTracing();
      await exporter.stop();
      await http.close();
    },
  };
}
