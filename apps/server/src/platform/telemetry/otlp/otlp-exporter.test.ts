import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OtlpExporter } from './otlp-exporter.ts';
import type { Span } from './span.ts';

const MINUTE_MS = 60_000;
const LIMIT = 4_096;

const SPAN: Span = {
  context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: undefined, isSampled: true },
  kind: 'server',
  name: 'GET',
  startMs: 0,
  endMs: 1,
  attributes: {},
  isError: false,
};

interface Sent {
  readonly path: string;
  readonly spans: number;
}

/** An exporter whose collector answers with `post`. */
function createExporter(post: () => Promise<string>) {
  const sent: Sent[] = [];
  const errors: unknown[] = [];
  const exporter = new OtlpExporter({
    endpoint: 'http://127.0.0.1:1',
    headers: {},
    resource: { serviceName: 's', version: '1', instance: 'i' },
    http: {
      readText: ({ url, body }) => {
        sent.push({ path: new URL(url).pathname, spans: String(body).split('"spanId"').length - 1 });
        return post() as never;
      },
    },
    readMetrics: async () => [],
    metricsIntervalMs: 1_000,
    suppress: (work) => work(),
    onError: (error) => errors.push(error),
  });
  return { exporter, sent, errors };
}

const count = (sent: readonly Sent[]) => sent.reduce((sum, { spans }) => sum + spans, 0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a collector that is down loses spans, which are reported and never more than a limit in memory', async () => {
  let isUp = false;
  const { exporter, sent, errors } = createExporter(() =>
    isUp ? Promise.resolve('') : Promise.reject(new Error('connect ECONNREFUSED')),
  );
  for (let span = 0; span < 3 * LIMIT; span++) exporter.add(SPAN);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(errors).not.toEqual([]);
  const lost = count(sent);
  isUp = true;
  await exporter.stop();
  expect(lost).toBeGreaterThan(0);
  expect(count(sent)).toBe(LIMIT);
});

test('a collector that does not answer delays neither the caller nor the stop, and exports do not accumulate', async () => {
  let answer = (_text: string) => {};
  const { exporter, sent } = createExporter(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  exporter.add(SPAN);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(sent).toHaveLength(1);
  exporter.add(SPAN);
  // The collector answers the first request, and then each one at once: one export of each kind waited, not hundreds.
  for (let round = 0; round < 10; round++) {
    answer('');
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(sent.map(({ path }) => path).sort()).toEqual(['/v1/metrics', '/v1/metrics', '/v1/traces']);
  const stopped = exporter.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  await stopped;
});
