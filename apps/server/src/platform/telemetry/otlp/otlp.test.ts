import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpClient } from '../../outgoing-http/create-http-client.ts';
import { parseHeaders } from './parse-headers.ts';
import { parseTraceparent, type Span } from './span.ts';
import { toOtlpMetrics } from './to-otlp-metrics.ts';
import { toNanoseconds } from './to-otlp-traces.ts';
import { traceOutgoingCalls } from './trace-outgoing-calls.ts';
import { Tracer } from './tracer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test.each([
  [undefined, undefined],
  ['', undefined],
  [`00-${TRACE}-00f067aa0ba902b7`, undefined],
  [`00-${TRACE}-0000000000000000-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${TRACE}-00f067aa0ba902b7-01`, true],
  [`00-${TRACE}-00f067aa0ba902b7-00`, false],
])('traceparent %s', (header, isSampled) => {
  expect(parseTraceparent(header)?.isSampled).toBe(isSampled);
});

test.each([
  [undefined, {}],
  ['', {}],
  ['a=b', { a: 'b' }],
  ['authorization=Bearer%20x=, x-b = 2 ,broken,=3', { authorization: 'Bearer x=', 'x-b': '2' }],
  ['a=100%', { a: '100%' }],
])('headers %s', (text, expected) => {
  expect(parseHeaders(text)).toEqual(expected);
});

test('times are nanoseconds', () => {
  expect(toNanoseconds(1_700_000_000_000.25)).toBe('1700000000000250000');
});

test('buckets of histograms are counted by themselves', () => {
  const bucket = (le: number | string, value: number) => ({
    metricName: 'h_bucket',
    labels: { le, route: 'a' },
    value,
  });
  const values = [
    bucket(0.1, 2),
    bucket(1, 5),
    bucket('+Inf', 6),
    { metricName: 'h_sum', labels: { route: 'a' }, value: 3.5 },
    { metricName: 'h_count', labels: { route: 'a' }, value: 6 },
  ];
  const resource = { serviceName: 's', version: '1', instance: 'i' };
  const exported = toOtlpMetrics(
    [{ name: 'h', help: '', type: 'histogram', values }],
    { startMs: 1, nowMs: 2 },
    resource,
  );
  expect(JSON.stringify(exported)).toContain(
    '"count":"6","sum":3.5,"bucketCounts":["2","3","1"],"explicitBounds":[0.1,1]',
  );
});

test('an outgoing call is a child of the current span, without path; an export has none', async () => {
  const server = createServer((_request, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret?token=1`;
  const http = createHttpClient({ userAgent: 'test', connectTimeoutMs: 1_000 });
  const spans: Span[] = [];
  const tracer = new Tracer(100, (span) => spans.push(span));
  const stop = traceOutgoingCalls(tracer);
  const request = () => http.readText({ url, maxBytes: 10, accepts: 'any' });
  const parent = tracer.start(`00-${TRACE}-00f067aa0ba902b7-01`);
  await parent?.run(request);
  await tracer.suppress(request);
  stop();
  await request();
  expect(spans).toMatchObject([
    {
      name: 'GET',
      kind: 'client',
      isError: true,
      context: { traceId: TRACE },
      attributes: {
        'http.request.method': 'GET',
        'server.address': '127.0.0.1',
        'http.response.status_code': 503,
      },
    },
  ]);
  expect(JSON.stringify(spans)).not.toContain('secret');
  await http.close();
  server.close();
});

test('traces are sampled', () => {
  const spans: Span[] = [];
  const end = { name: 'a', kind: 'server', attributes: {}, isError: false } as const;
  new Tracer(0, (span) => spans.push(span)).start()?.end(end);
  expect(spans).toEqual([]);
});
