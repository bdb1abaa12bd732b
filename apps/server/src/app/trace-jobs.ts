import type { JobHandlers } from '../platform/jobs/catalog.ts';
import { type AnyHandlers, type JobHandler, toHandlerObject } from '../platform/jobs/job-handler.ts';
import type { Tracer } from '../platform/telemetry/otlp/tracer.ts';

/** Handlers that record a span for each run. */
export function traceJobs(handlers: JobHandlers, tracer: Tracer): JobHandlers {
  const traced = Object.entries(handlers as unknown as AnyHandlers).map(([name, handler]) => {
    const { run, ...rest } = toHandlerObject(handler);
    const tracedRun = traceRun(name, run, tracer);
    return [name, typeof handler === 'function' ? tracedRun : { ...rest, run: tracedRun }];
  });
  return Object.fromEntries(traced) as JobHandlers;
}

function traceRun(name: string, run: JobHandler<never>, tracer: Tracer): JobHandler<never> {
  return async (job) => {
    const span = tracer.start();
    const end = (isError: boolean) =>
      span?.end({
        name: `job ${name}`,
        kind: 'consumer',
        attributes: { 'job.name': name, 'job.id': job.id, 'job.attempt': job.attempt },
        isError,
      });
    try {
      await (span ? span.run(() => run(job)) : run(job));
      end(false);
    } catch (error) {
      end(true);
      throw error;
    }
  };
}
