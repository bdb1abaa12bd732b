import { BoundedMap } from '../../../platform/bounded-map.ts';
import { createThreadPool } from '../../../platform/threads/create-thread-pool.ts';
import { ThreadMemoryError, ThreadTimeError } from '../../../platform/threads/pool-thread.ts';
import { TemplateError } from './render-template.ts';
import type { TemplateResult, TemplateTask } from './template-task.ts';

/** A template that exceeded its limits. It would do so again. */
class TemplateStoppedError extends TemplateError {}

/** After this time the thread is terminated. */
const TIMEOUT_MS = 2_000;

/** Several times the memory limit of a rendering: the second line of defence. */
const MAX_HEAP_MEGABYTES = 192;

/** Decoding a notification takes a multiple of its size in the thread. */
const MAX_NOTIFICATION_BYTES = 4 * 1024 * 1024;

/**
 * A template that was stopped fails at once for this time. Otherwise a backlog of notifications for it would keep the
 * thread busy for all others.
 */
const STOPPED_FOR_MS = 30_000;
const MAX_STOPPED = 100;

/** Renders custom templates in a thread, which can be terminated at any time. */
export interface TemplateThreads {
  /** Throws a `TemplateError` if the template does not parse or exceeds its limits. */
  render(task: Omit<Extract<TemplateTask, { kind: 'render' }>, 'kind'>): Promise<string>;
  /** Throws a `TemplateError` if the template does not parse. */
  check(template: string, mimeType: string): Promise<void>;
  close(): Promise<void>;
}

/** One thread, started on demand and ended when it has been idle for a while. */
export function createTemplateThreads(): TemplateThreads {
  const pool = createThreadPool<TemplateTask, never, TemplateResult>({
    script: new URL('./template-thread.ts', import.meta.url),
    size: 1,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
    timeLimitMs: TIMEOUT_MS,
  });
  const stops = new RecentStops();
  const run = async (task: TemplateTask): Promise<string> => {
    const key = `${task.mimeType} ${task.template}`;
    stops.requireNone(key);
    try {
      const result = await finish(pool.run(task));
      if ('problem' in result) throw toError(result.problem);
      return result.content;
    } catch (error) {
      if (error instanceof TemplateStoppedError) stops.record(key, error);
      throw error;
    }
  };
  return {
    render: (task) => {
      requireSize(task.notification);
      return run({ kind: 'render', ...task });
    },
    check: async (template, mimeType) => {
      await run({ kind: 'check', template, mimeType });
    },
    close: () => pool.close(),
  };
}

class RecentStops {
  readonly #stops = new BoundedMap<string, { readonly until: number; readonly error: TemplateStoppedError }>(
    MAX_STOPPED,
  );

  requireNone(key: string): void {
    const stop = this.#stops.get(key);
    if (stop && performance.now() < stop.until) throw stop.error;
  }

  record(key: string, error: TemplateStoppedError): void {
    this.#stops.delete(key);
    this.#stops.set(key, { until: performance.now() + STOPPED_FOR_MS, error });
  }
}

async function finish(running: AsyncGenerator<never, TemplateResult>): Promise<TemplateResult> {
  try {
    const next = await running.next();
    return next.value;
  } catch (error) {
    if (error instanceof ThreadTimeError) throw tookTooLong();
    if (error instanceof ThreadMemoryError) throw tookTooMuch();
    throw error;
  }
}

/** Recognises the limits that the engine checks itself by their messages. */
function toError(problem: string): TemplateError {
  if (problem.startsWith('template render limit exceeded')) return tookTooLong();
  if (problem.startsWith('memory alloc limit exceeded')) return tookTooMuch();
  return new TemplateError(problem);
}

function tookTooLong(): TemplateError {
  return new TemplateStoppedError('The template was stopped because rendering took too long.');
}

function tookTooMuch(): TemplateError {
  return new TemplateStoppedError(
    'The template was stopped because it builds too much text or too long lists.',
  );
}

function requireSize({ byteLength }: Uint8Array): void {
  if (byteLength <= MAX_NOTIFICATION_BYTES) return;
  throw new TemplateError(
    `The notification is too large for a custom template: ${byteLength} bytes, at most ${MAX_NOTIFICATION_BYTES}. ` +
      'Use a default publisher, or limit the alert to fewer projects.',
  );
}
