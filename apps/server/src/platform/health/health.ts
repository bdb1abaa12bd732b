import { setTimeout } from 'node:timers/promises';

/** What a probe asks: has it started, can it serve, is it alive. */
export type Probe = 'started' | 'ready' | 'live';

export interface CheckResult {
  readonly up: boolean;
  /** It works, but not all of it: the data says why. */
  readonly degraded?: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Check {
  readonly name: string;
  readonly probes: readonly Probe[];
  readonly run: () => Promise<CheckResult> | CheckResult;
}

type Status = 'UP' | 'DEGRADED' | 'DOWN';

export interface HealthReport {
  readonly status: Status;
  readonly checks: readonly {
    name: string;
    status: Status;
    data?: Readonly<Record<string, unknown>>;
  }[];
}

/** The checks of this node. Rooms and platform parts add theirs while the service starts. */
export class Health {
  readonly #checks = new Map<string, Check>();

  /** A check that will be added later counts as down until then: a node that still starts is not ready. */
  expect(name: string, probes: readonly Probe[]): void {
    this.add(name, probes, () => ({ up: false, data: { reason: 'starting' } }));
  }

  add(name: string, probes: readonly Probe[], run: Check['run']): void {
    this.#checks.set(name, { name, probes, run });
  }

  /** All checks, or those of one probe; every check runs even when an earlier one is down. */
  async report(probe?: Probe): Promise<HealthReport> {
    const wanted = [...this.#checks.values()].filter(
      (check) => probe === undefined || check.probes.includes(probe),
    );
    const checks = await Promise.all(wanted.map(runCheck));
    return { status: worstOf(checks.map(({ status }) => status)), checks };
  }
}

function worstOf(statuses: readonly Status[]): Status {
  if (statuses.includes('DOWN')) return 'DOWN';
  return statuses.includes('DEGRADED') ? 'DEGRADED' : 'UP';
}

async function runCheck(check: Check): Promise<HealthReport['checks'][number]> {
  const { up, degraded, data } = await runSafely(check);
  const status = up ? (degraded ? 'DEGRADED' : 'UP') : 'DOWN';
  return { name: check.name, status, ...(data ? { data } : {}) };
}

/** A probe must answer: what does not within this time counts as down. */
const DEADLINE_MS = 3_000;

async function runSafely(check: Check): Promise<CheckResult> {
  try {
    return await Promise.race([check.run(), noAnswer()]);
  } catch (error) {
    return { up: false, data: { reason: (error as Error).message } };
  }
}

async function noAnswer(): Promise<CheckResult> {
  await setTimeout(DEADLINE_MS, undefined, { ref: false });
  return { up: false, data: { reason: `no answer within ${DEADLINE_MS} ms` } };
}
