import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

interface Received {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON form of OTLP
  readonly body: any;
}

const received: Received[] = [];
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  received.push({ path: request.url ?? '', headers: request.headers, body });
  response.setHeader('content-type', 'application/json').end('{}');
});

let service: TestService;
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  service = await startTestService({
    'svc.telemetry.otlp.endpoint': `http://127.0.0.1:${port}/`,
    'svc.telemetry.otlp.headers': 'authorization=Bearer%20abc,x-tenant=1',
    'svc.telemetry.otlp.metrics.interval-ms': '1000',
  });
});
afterAll(async () => {
  await service.close();
  collector.close();
});

const listSpans = () =>
  received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans);
const findSpan = (name: string) => listSpans().find((span) => span.name === name);

describe('OpenTelemetry', () => {
  it('exports a span for each request, within the trace of the caller', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await service.request('GET', '/api/version', {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    await expect
      .poll(() => findSpan('GET /api/version'))
      .toMatchObject({
        traceId,
        parentSpanId: '00f067aa0ba902b7',
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
        kind: 2,
        status: {},
        startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
        attributes: expect.arrayContaining([
          { key: 'http.route', value: { stringValue: '/api/version' } },
          { key: 'http.response.status_code', value: { intValue: '200' } },
        ]),
      });
  });

  it('exports a span for each job', async () => {
    await expect
      .poll(() => findSpan('job repair-missed-work'))
      .toMatchObject({ kind: 5, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('sends the configured headers and the name of the service', () => {
    for (const { headers, body } of received) {
      expect(headers).toMatchObject({ authorization: 'Bearer abc', 'x-tenant': '1' });
      const [{ resource }] = body.resourceSpans ?? body.resourceMetrics;
      expect(resource.attributes[0]).toEqual({ key: 'service.name', value: { stringValue: 'tallyman' } });
    }
  });

  it('exports the metrics of Prometheus', async () => {
    const find = (name: string) =>
      received
        .filter(({ path }) => path === '/v1/metrics')
        .flatMap(({ body }) => body.resourceMetrics[0].scopeMetrics[0].metrics)
        .findLast((metric) => metric.name === name);
    await expect
      .poll(() => find('tallyman_portfolio_findings'))
      .toMatchObject({
        gauge: { dataPoints: expect.arrayContaining([expect.objectContaining({ asDouble: 0 })]) },
      });
    await expect
      .poll(() => find('jobs_finished_total'))
      .toMatchObject({ sum: { isMonotonic: true, aggregationTemporality: 2 } });
    const { histogram } = find('http_request_duration_seconds');
    for (const point of histogram.dataPoints) {
      expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
      const total = point.bucketCounts.reduce((sum: number, count: string) => sum + Number(count), 0);
      expect(String(total)).toBe(point.count);
    }
  });
});
