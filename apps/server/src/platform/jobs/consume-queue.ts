/** Takes jobs of one kind while there is room, and runs them. */
export interface Consumer {
  readonly queue: string;
  /** There may be something to do. */
  wake(): void;
  /** Takes no more jobs. Those that run go on. */
  stop(): Promise<void>;
}

interface Consuming<Job> {
  readonly queue: string;
  readonly concurrency: number;
  readonly fetch: (count: number, onlyInteractive: boolean) => Promise<Job[]>;
  /** Never rejects. */
  readonly run: (job: Job) => Promise<void>;
  /** For what was fetched while the consumer was being stopped. */
  readonly handBack: (job: Job) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Looks for jobs when it is woken and whenever a job ends. Where there is room for two or more, one place is
 * kept for interactive jobs, so that long scheduled ones cannot take all of them.
 */
export function consumeQueue<Job>(consuming: Consuming<Job>): Consumer {
  const { queue, concurrency, run, handBack, onError } = consuming;
  const reserved = concurrency > 1 ? 1 : 0;
  let running = 0;
  let stopping = false;
  let woken = Promise.withResolvers<void>();

  const start = (job: Job): void => {
    running++;
    void run(job).then(() => {
      running--;
      woken.resolve();
    });
  };
  const take = async (count: number, onlyInteractive: boolean): Promise<number> => {
    const jobs = count > 0 ? await consuming.fetch(count, onlyInteractive) : [];
    if (stopping) await Promise.all(jobs.map(handBack));
    else jobs.forEach(start);
    return jobs.length;
  };
  const fill = async (): Promise<void> => {
    const open = Math.max(concurrency - running - reserved, 0);
    const taken = await take(open, false);
    // Fewer than there was room for: nothing is left, not even interactive jobs.
    if (taken === open && !stopping) await take(Math.min(reserved, concurrency - running), true);
  };
  const consume = async (): Promise<void> => {
    while (!stopping) {
      const next = woken.promise;
      await fill().catch(onError);
      await next;
      woken = Promise.withResolvers();
    }
  };
  const stopped = consume();
  return {
    queue,
    wake: () => woken.resolve(),
    stop: async () => {
      stopping = true;
      woken.resolve();
      await stopped;
    },
  };
}
