/** How many connections each kind of work may hold at the same time. */
export interface PoolSizes {
  /** Readiness, authentication and sign-in: they answer whatever the others wait for. */
  readonly core: number;
  /** Requests. */
  readonly interactive: number;
  /** Jobs, schedules, deliveries. */
  readonly background: number;
}

/** One connection listens, and a job may need a second one beside its transaction. */
const SMALLEST_BACKGROUND = 3;
const SMALLEST_INTERACTIVE = 2;

/**
 * Shares out the connections of a node. A node that does not do one kind of work gives its share to the other. A total
 * too small to share is exceeded: at least 6 connections for a node that does everything.
 */
export function planPoolSizes(total: number, profile: 'all' | 'web' | 'worker'): PoolSizes {
  const core = Math.min(4, Math.max(1, Math.round(total * 0.15)));
  if (profile === 'web')
    return { core, interactive: atLeast(SMALLEST_INTERACTIVE, total - core), background: 0 };
  if (profile === 'worker')
    return { core, interactive: 0, background: atLeast(SMALLEST_BACKGROUND, total - core) };
  const background = atLeast(SMALLEST_BACKGROUND, Math.floor(total * 0.4));
  return { core, interactive: atLeast(SMALLEST_INTERACTIVE, total - core - background), background };
}

function atLeast(smallest: number, wanted: number): number {
  return Math.max(smallest, wanted);
}
