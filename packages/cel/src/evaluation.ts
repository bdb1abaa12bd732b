import { CelLimitError } from './cel-error.ts';

export interface Limits {
  /** Iterations of comprehensions, and the input and output of functions in tens of characters or elements. */
  readonly steps: number;
  readonly milliseconds: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 100_000, milliseconds: 250 };

const CHECK_TIME_EVERY = 512;

/** One evaluation: its variables and its remaining budget. */
export class Evaluation {
  readonly variables: Readonly<Record<string, unknown>>;
  /** Variables of comprehensions, by depth. */
  readonly locals: unknown[] = [];
  /** Data for the functions of the environment. */
  readonly data: unknown;
  private left: number;
  private untilTimeCheck = CHECK_TIME_EVERY;
  private readonly milliseconds: number;
  /** Set at the first check of the clock. Most evaluations end before that. */
  private deadline: number | undefined;

  constructor(variables: Readonly<Record<string, unknown>>, limits: Limits, data: unknown) {
    this.variables = variables;
    this.data = data;
    this.left = limits.steps;
    this.milliseconds = limits.milliseconds;
  }

  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new CelLimitError('the expression takes too many steps');
    this.untilTimeCheck -= steps;
    if (this.untilTimeCheck > 0) return;
    this.untilTimeCheck = CHECK_TIME_EVERY;
    const now = performance.now();
    this.deadline ??= now + this.milliseconds;
    if (now > this.deadline) throw new CelLimitError('the expression takes too long');
  }

  /** Charges for work on a text or list of the given length. */
  spendOn(length: number): void {
    if (length > 10) this.spend(Math.ceil(length / 10));
  }
}
