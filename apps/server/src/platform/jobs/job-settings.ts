/** Work somebody waits for goes before work the clock asks for. The gap leaves room for more levels. */
export const PRIORITY_LEVELS = { interactive: 100, scheduled: 0 } as const;

export type JobPriority = keyof typeof PRIORITY_LEVELS;

/** A job about which nothing needs to be said but its name. */
export type NoPayload = Record<string, never>;

/** When the clock enqueues a job: as a property of the configuration says, or always at the same time. UTC. */
export type JobSchedule = { readonly property: `svc.${string}.cron` } | { readonly cron: string };

/**
 * How jobs of a kind run beside each other, on all nodes together:
 * - `in-parallel`: as many as the nodes have room for;
 * - `alone`: one at a time, and while one waits or runs no second one is accepted;
 * - `oneAtATimePer`: those of one key one after the other, in the order in which they were enqueued.
 */
type JobRuns<Payload> = 'in-parallel' | 'alone' | { readonly oneAtATimePer: (payload: Payload) => string };

interface CommonSettings {
  readonly priority: JobPriority;
  /** Whether those who enqueue such jobs take turns, and small ones have a place of their own. */
  readonly takesTurns?: boolean;
  /** Failed attempts are repeated after a delay that doubles each time, with jitter. */
  readonly retries: JobRetries;
  /** An attempt that takes longer is aborted and counts as failed. At most 23 hours. */
  readonly timeoutSeconds: number;
  /** How many a node runs at the same time, where the node's own setting does not fit this kind. */
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

/** The settings of a kind whose payload does not matter. */
export interface AnyJobSettings extends CommonSettings {
  readonly runs: JobRuns<never>;
  readonly schedule?: JobSchedule;
}

/** Every kind of job by its name. `Payloads` maps the names to what such a job is told. */
export type JobCatalog<Payloads> = { readonly [Name in keyof Payloads]: JobSettings<Payloads[Name]> };

export type AnyJobCatalog = Readonly<Record<string, AnyJobSettings>>;

export type JobName<Payloads> = keyof Payloads & string;

/** Where a job is found again. */
export interface JobReference {
  readonly name: string;
  readonly id: string;
}
