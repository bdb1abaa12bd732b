/** Interactive work goes before scheduled work. The gap leaves room for more levels. */
export const PRIORITY_LEVELS = { interactive: 100, scheduled: 0 } as const;

export type JobPriority = keyof typeof PRIORITY_LEVELS;

/** A job that needs no payload. */
export type NoPayload = Record<string, never>;

/** A cron expression in UTC, or the configuration property that holds it. */
export type JobSchedule = { readonly property: `svc.${string}.cron` } | { readonly cron: string };

/**
 * Concurrency of a kind of job, across all nodes:
 * - `in-parallel`: limited only by the concurrency of the nodes;
 * - `alone`: one at a time, and while one waits or runs no second one is enqueued;
 * - `oneAtATimePer`: jobs of one key one after the other, in the order in which they were enqueued.
 */
type JobRuns<Payload> = 'in-parallel' | 'alone' | { readonly oneAtATimePer: (payload: Payload) => string };

interface CommonSettings {
  readonly priority: JobPriority;
  /** Whether principals take turns, and one place of each node is reserved for small jobs. */
  readonly takesTurns?: boolean;
  /** Failed attempts are retried after a delay that doubles each time, with jitter. */
  readonly retries: JobRetries;
  /** An attempt that takes longer is aborted and counts as failed. At most 23 hours. */
  readonly timeoutSeconds: number;
  /** How many a node runs at the same time, instead of the node's setting. */
  readonly concurrency?: number;
}

export interface JobRetries {
  readonly limit: number;
  readonly firstDelaySeconds: number;
  readonly maxDelaySeconds: number;
}

interface JobSettings<Payload> extends CommonSettings {
  readonly runs: JobRuns<Payload>;
  /** Only for jobs without a payload. */
  readonly schedule?: NoPayload extends Payload ? JobSchedule : never;
}

/** The settings of a kind with any payload. */
export interface AnyJobSettings extends CommonSettings {
  readonly runs: JobRuns<never>;
  readonly schedule?: JobSchedule;
}

/** Every kind of job by its name. `Payloads` maps names to payloads. */
export type JobCatalog<Payloads> = { readonly [Name in keyof Payloads]: JobSettings<Payloads[Name]> };

export type AnyJobCatalog = Readonly<Record<string, AnyJobSettings>>;

export type JobName<Payloads> = keyof Payloads & string;

export interface JobReference {
  readonly name: string;
  readonly id: string;
}

/**
 * One attempt at a job. The number rises with every attempt, and every statement that ends an attempt uses it: a node
 * that is wrongly considered dead cannot end the attempt of its successor.
 */
export interface AttemptReference extends JobReference {
  readonly attempt: number;
}
