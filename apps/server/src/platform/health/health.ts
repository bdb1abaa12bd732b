import { setTimeout } from 'node:timers/promises';

export type Probe = 'started' | 'ready' | 'live';

export interface CheckResult {
  readonly up: boolean;
  /** It works partially. The data says why. */
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

/** The health checks of this node. They are added while the service starts. */
export class Health {
  readonly #checks = new Map<string, Check>();

  /** Announces a check that is added later and is down until then. */
  expect(name: string, probes: readonly Probe[]): void {
    this.add(name, probes, () => ({ up: false, data: { reason: 'starting' } }));
  }

  add(name: string, probes: readonly Probe[], run: Check['run']): void {
    this.#checks.set(name, { name, probes, run });
  }

  /** Runs all checks, or those of one probe. */
  async report(probe?: Probe): Promise<HealthReport> {
    const selected = [...this.#checks.values()].filter(
      (check) => probe === undefined || check.probes.includes(probe),
    );
    const checks = await Promise.all(selected.map(runCheck));
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

/** A check that takes longer is down. */
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
