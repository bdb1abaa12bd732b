import { AppError } from './errors.ts';

interface PermitLimits {
  readonly atOnce: number;
  /** How many may wait for their turn before the next ones are turned away. */
  readonly waiting: number;
  /** What they are told. */
  readonly refusal: string;
}

/** Limits how much of something is held at a time. Whoever comes when all is taken waits in line. */
export class Permits {
  readonly #limits: PermitLimits;
  readonly #line: (() => void)[] = [];
  #taken = 0;

  constructor(limits: PermitLimits) {
    this.#limits = limits;
  }

  /** Resolves with the function that gives the permit back; calling it again does nothing. */
  async take(): Promise<() => void> {
    if (this.#taken < this.#limits.atOnce) this.#taken++;
    else await this.#waitInLine();
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack();
      isHeld = false;
    };
  }

  #waitInLine(): Promise<void> {
    const { waiting, refusal } = this.#limits;
    if (this.#line.length < waiting) return new Promise((resolve) => this.#line.push(resolve));
    throw new AppError('unavailable', refusal, { headers: { 'Retry-After': '10' } });
  }

  /** The next in line takes the permit over, so that nobody slips in between. */
  #giveBack(): void {
    const next = this.#line.shift();
    if (next) next();
    else this.#taken--;
  }
}
