import { AppError } from './errors.ts';

interface PermitLimits {
  readonly atOnce: number;
  /** How many may wait for their turn before the next ones are refused. */
  readonly waiting: number;
  /** How many of them may belong to one client; by default all. */
  readonly waitingPerClient?: number;
  /** Who has waited this long is refused; by default nobody is. */
  readonly maxWaitMs?: number;
  /** What the refused are told. */
  readonly refusal: string;
  /** Whose fault it is: the service has too much to do (the default), or the client asks for too much. */
  readonly kind?: 'unavailable' | 'too-many-requests';
}

interface Waiting {
  readonly admit: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

const RETRY_AFTER = { headers: { 'Retry-After': '10' } };

/**
 * Limits how much of something is held at a time. Whoever comes when all is taken waits. Clients take turns: one that
 * asks for a hundred does not delay another that asks for one.
 */
export class Permits {
  readonly #limits: PermitLimits;
  /** By client, the one whose turn it is first. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  #taken = 0;

  constructor(limits: PermitLimits) {
    this.#limits = limits;
  }

  /** Resolves with the function that gives the permit back; calling it again does nothing. */
  async take(client = ''): Promise<() => void> {
    if (this.#taken < this.#limits.atOnce) this.#taken++;
    else await this.#waitInLine(client);
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack();
      isHeld = false;
    };
  }

  #waitInLine(client: string): Promise<void> {
    const { waiting, waitingPerClient = waiting, maxWaitMs } = this.#limits;
    const line = this.#lines.get(client) ?? [];
    if (this.#waiting >= waiting || line.length >= waitingPerClient) throw this.#refusal();
    this.#lines.set(client, line);
    this.#waiting++;
    return new Promise((admit, reject) => {
      const giveUp = () => {
        this.#remove(client, place);
        reject(this.#refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs).unref();
      const place = { admit, timer };
      line.push(place);
    });
  }

  /** The next one takes the permit over, so that nobody slips in between. */
  #giveBack(): void {
    const [next] = this.#lines;
    if (next === undefined) {
      this.#taken--;
      return;
    }
    const [client, line] = next;
    const [first] = line;
    if (first === undefined) return;
    this.#remove(client, first);
    // To the end: everybody else is admitted once before this client is admitted again.
    if (this.#lines.delete(client)) this.#lines.set(client, line);
    first.admit();
  }

  #remove(client: string, place: Waiting): void {
    clearTimeout(place.timer);
    const line = this.#lines.get(client) ?? [];
    line.splice(line.indexOf(place), 1);
    this.#waiting--;
    if (line.length === 0) this.#lines.delete(client);
  }

  #refusal(): AppError {
    return new AppError(this.#limits.kind ?? 'unavailable', this.#limits.refusal, RETRY_AFTER);
  }
}
