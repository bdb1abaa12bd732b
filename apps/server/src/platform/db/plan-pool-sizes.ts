/** How many connections each kind of work may hold at the same time. */
export interface PoolSizes {
  /** Readiness, authentication and sign-in: they work even when the others wait. */
  readonly core: number;
  /** Requests. */
  readonly interactive: number;
  /** Jobs, schedules, deliveries. */
  readonly background: number;
}

/** One connection listens, and a job may need a second one besides its transaction. */
const MIN_BACKGROUND = 3;
const MIN_INTERACTIVE = 2;

/**
 * Divides the connections of a node. If a profile does not do one kind of work, the other gets its share. A total that is
 * too small is exceeded: a node that does everything uses at least 6 connections.
 */
export function planPoolSizes(total: number, profile: 'all' | 'web' | 'worker'): PoolSizes {
  const core = Math.min(4, Math.max(1, Math.round(total * 0.15)));
  if (profile === 'web') return { core, interactive: Math.max(MIN_INTERACTIVE, total - core), background: 0 };
  if (profile === 'worker')
    return { core, interactive: 0, background: Math.max(MIN_BACKGROUND, total - core) };
  const background = Math.max(MIN_BACKGROUND, Math.floor(total * 0.4));
  return { core, interactive: Math.max(MIN_INTERACTIVE, total - core - background), background };
}
