import { property } from '../property.ts';
import { boolean, integer, secretText, text, url } from '../value-types.ts';

export const telemetryProperties = {
  'svc.telemetry.otlp.endpoint': property(url(['https', 'http'], 'http://collector.example.com:4318'), {
    description:
      'Address of an OpenTelemetry collector (OTLP over HTTP, JSON). `/v1/traces` and `/v1/metrics` are added to it. Nothing is exported unless it is set. The equivalent of `OTEL_EXPORTER_OTLP_ENDPOINT`.',
  }),
  'svc.telemetry.otlp.headers': property(secretText, {
    description:
      'Headers of requests to the collector, such as `authorization=Bearer%20abc,x-tenant=1`; values are percent-encoded. The equivalent of `OTEL_EXPORTER_OTLP_HEADERS`.',
  }),
  'svc.telemetry.otlp.traces.enabled': property(boolean, {
    default: true,
    description: 'Whether spans of HTTP requests, jobs and outgoing calls are exported.',
  }),
  'svc.telemetry.otlp.traces.sample-percent': property(integer(0, 100, 10), {
    default: 100,
    description:
      'How many traces are exported, in percent. Callers that send `traceparent` decide themselves.',
  }),
  'svc.telemetry.otlp.metrics.enabled': property(boolean, {
    default: true,
    description: 'Whether the metrics of `/metrics` are exported.',
  }),
  'svc.telemetry.otlp.metrics.interval-ms': property(integer(1_000, 3_600_000, 60_000), {
    default: 60_000,
    description: 'Time between two exports of metrics, in milliseconds.',
  }),
  'svc.telemetry.service-name': property(text, {
    default: 'tallyman',
    description: 'The `service.name` of exported spans and metrics. The equivalent of `OTEL_SERVICE_NAME`.',
  }),
};
