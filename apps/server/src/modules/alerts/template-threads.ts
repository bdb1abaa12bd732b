import { createThreadPool } from '../../platform/threads/create-thread-pool.ts';
import { ThreadMemoryError, ThreadTimeError } from '../../platform/threads/pool-thread.ts';
import { TemplateError } from './render-template.ts';
import type { TemplateResult, TemplateTask } from './templates/template-task.ts';

/** A template that was stopped while it was filled in. It would be the same the next time. */
class TemplateStoppedError extends TemplateError {}

/** After this time the thread is ended, whatever it is doing. */
const TIME_LIMIT_MS = 2_000;

/** Several times what the memory limit of a rendering allows: it is what is left if that limit has a gap. */
const MAX_HEAP_MEGABYTES = 192;

/** Opening a notification takes a multiple of its size in the thread. */
const MAX_NOTIFICATION_BYTES = 4 * 1024 * 1024;

/**
 * A template that was stopped is not tried again for this long: it gets the same answer at once. Otherwise a backlog of
 * notifications for one such template would keep the thread from all others.
 */
const REST_MS = 30_000;
const RESTING = 100;

/** Fills in the templates that users write, apart from the main thread: they can be stopped at any moment. */
export interface TemplateThreads {
  /** The text, or a `TemplateError` with the reason. */
  render(task: Omit<Extract<TemplateTask, { kind: 'render' }>, 'kind'>): Promise<string>;
  /** Throws a `TemplateError` for a template that cannot be read. */
  check(template: string, mimeType: string): Promise<void>;
  close(): Promise<void>;
}

/** One thread, started when there is something to fill in and ended when it has had nothing to do for a while. */
export function createTemplateThreads(): TemplateThreads {
  const pool = createThreadPool<TemplateTask, never, TemplateResult>({
    script: new URL('./templates/template-thread.ts', import.meta.url),
    size: 1,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
    timeLimitMs: TIME_LIMIT_MS,
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
  readonly #stops = new Map<string, { readonly until: number; readonly error: TemplateStoppedError }>();

  requireNone(key: string): void {
    const stop = this.#stops.get(key);
    if (stop && performance.now() < stop.until) throw stop.error;
  }

  record(key: string, error: TemplateStoppedError): void {
    if (this.#stops.size >= RESTING) this.#stops.delete(this.#stops.keys().next().value ?? '');
    this.#stops.delete(key);
    this.#stops.set(key, { until: performance.now() + REST_MS, error });
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

/** The limits that the engine keeps itself have messages of their own. */
function toError(problem: string): TemplateError {
  if (problem.startsWith('template render limit exceeded')) return tookTooLong();
  if (problem.startsWith('memory alloc limit exceeded')) return tookTooMuch();
  return new TemplateError(problem);
}

function tookTooLong(): TemplateError {
  return new TemplateStoppedError('The template was stopped because it took too long to fill in.');
}

function tookTooMuch(): TemplateError {
  return new TemplateStoppedError(
    'The template was stopped because it builds too much text or too long lists.',
  );
}

function requireSize({ byteLength }: Uint8Array): void {
  if (byteLength <= MAX_NOTIFICATION_BYTES) return;
  throw new TemplateError(
    `The notification is too large for a template of your own: ${byteLength} bytes, at most ${MAX_NOTIFICATION_BYTES}. ` +
      'Use a default publisher, or limit the alert to fewer projects.',
  );
}
