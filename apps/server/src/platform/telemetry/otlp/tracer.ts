import { AsyncLocalStorage } from 'node:async_hooks';
import { createSpanContext, parseTraceparent, type Span, type SpanContext } from './span.ts';

/** What a span is called and has, when it ends. */
type SpanEnd = Pick<Span, 'name' | 'kind' | 'attributes' | 'isError'>;

/** Creates spans. The current one follows asynchronous calls. */
export class Tracer {
  readonly #current = new AsyncLocalStorage<SpanContext | 'suppressed'>();
  readonly #samplePercent: number;
  readonly #onEnd: (span: Span) => void;

  constructor(samplePercent: number, onEnd: (span: Span) => void) {
    this.#samplePercent = samplePercent;
    this.#onEnd = onEnd;
  }

  /** Starts a span of the current one, or of the caller that sent `traceparent`. Undefined within `suppress`. */
  start(traceparent?: string): StartedSpan | undefined {
    const current = this.#current.getStore();
    if (current === 'suppressed') return undefined;
    const context = createSpanContext(parseTraceparent(traceparent) ?? current, this.#samplePercent);
    const startMs = now();
    return {
      run: (work) => this.#current.run(context, work),
      end: (end) => {
        if (context.isSampled) this.#onEnd({ ...end, context, startMs, endMs: now() });
      },
    };
  }

  /** Runs work, such as the export itself, whose calls have no spans. */
  suppress<T>(work: () => T): T {
    return this.#current.run('suppressed', work);
  }
}

export interface StartedSpan {
  /** Makes the span the current one of the work and of everything that it starts. */
  run<T>(work: () => T): T;
  end(end: SpanEnd): void;
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
