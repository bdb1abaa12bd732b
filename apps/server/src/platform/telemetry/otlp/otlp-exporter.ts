import type { HttpClient } from '../../outgoing-http/create-http-client.ts';
import type { Span } from './span.ts';
import { type PrometheusMetric, toOtlpMetrics } from './to-otlp-metrics.ts';
import { type Resource, toOtlpTraces } from './to-otlp-traces.ts';

export interface ExporterOptions {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Resource;
  readonly http: Pick<HttpClient, 'readText'>;
  readonly readMetrics: (() => Promise<readonly PrometheusMetric[]>) | undefined;
  readonly metricsIntervalMs: number;
  /** Runs an export, whose own requests have no spans. */
  readonly suppress: <T>(work: () => T) => T;
  readonly onError: (error: unknown) => void;
}

type Send = () => Promise<void>;

/** More spans than this are dropped: a collector that is down must not use up the memory. */
const MAX_WAITING = 4_096;
const MAX_BATCH = 512;
const TRACES_INTERVAL_MS = 2_000;
const MAX_ANSWER_BYTES = 1_000;
const STOP_MS = 3_000;

/** Sends spans and metrics to a collector, in the background. Failures are reported and do not affect the service. */
export class OtlpExporter {
  readonly #options: ExporterOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #startMs = Date.now();
  readonly #enqueued = new Set<Send>();
  #waiting: Span[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#repeat(TRACES_INTERVAL_MS, this.#sendSpans);
    if (options.readMetrics) this.#repeat(options.metricsIntervalMs, this.#sendMetrics);
  }

  add = (span: Span): void => {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(span);
  };

  /** Sends what is left, within some seconds. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#enqueue(this.#sendSpans);
    this.#enqueue(this.#sendMetrics);
    const deadline = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.#sending, deadline]);
  }

  #repeat(milliseconds: number, send: Send): void {
    this.#timers.push(setInterval(() => this.#enqueue(send), milliseconds).unref());
  }

  /** One request at a time. Each kind waits at most once, however long the collector takes to answer. */
  #enqueue(send: Send): void {
    if (this.#enqueued.has(send)) return;
    this.#enqueued.add(send);
    const start = () => {
      this.#enqueued.delete(send);
      return this.#options.suppress(send);
    };
    this.#sending = this.#sending.then(start).catch(this.#options.onError);
  }

  readonly #sendSpans: Send = async () => {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, MAX_BATCH);
      this.#waiting = this.#waiting.slice(MAX_BATCH);
      await this.#post('/v1/traces', toOtlpTraces(batch, this.#options.resource));
    }
  };

  readonly #sendMetrics: Send = async () => {
    const { readMetrics, resource } = this.#options;
    if (!readMetrics) return;
    const times = { startMs: this.#startMs, nowMs: Date.now() };
    await this.#post('/v1/metrics', toOtlpMetrics(await readMetrics(), times, resource));
  };

  async #post(path: string, body: object): Promise<void> {
    const { http, endpoint, headers } = this.#options;
    await http.readText({
      url: endpoint.replace(/\/+$/, '') + path,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxBytes: MAX_ANSWER_BYTES,
      truncate: true,
    });
  }
}
