/** Claims and runs jobs of one kind, up to its concurrency. */
export interface Consumer {
  readonly queue: string;
  /** Looks for jobs now. */
  wake(): void;
  /** Claims no more jobs. Running ones continue. */
  stop(): Promise<void>;
}

interface ConsumerOptions<Job> {
  readonly queue: string;
  /** May change. Jobs that run above a lowered value continue. */
  readonly concurrency: () => number;
  readonly fetch: (count: number, onlyInteractive: boolean) => Promise<Job[]>;
  /** Never rejects. */
  readonly run: (job: Job) => Promise<void>;
  /** For jobs that were claimed while the consumer was being stopped. */
  readonly release: (job: Job) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Looks for jobs when it is woken and whenever a job ends. With a concurrency of two or more, one place is reserved for
 * interactive jobs, so that long scheduled ones cannot occupy all of them.
 */
export function consumeQueue<Job>(options: ConsumerOptions<Job>): Consumer {
  const { queue, run, release, onError } = options;
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
  const claim = async (count: number, onlyInteractive: boolean): Promise<number> => {
    const jobs = count > 0 ? await options.fetch(count, onlyInteractive) : [];
    if (stopping) await Promise.all(jobs.map(release));
    else jobs.forEach(start);
    return jobs.length;
  };
  const fill = async (): Promise<void> => {
    const concurrency = options.concurrency();
    const reserved = concurrency > 1 ? 1 : 0;
    const open = Math.max(concurrency - running - reserved, 0);
    const claimed = await claim(open, false);
    // Fewer than were asked for: no job waits, interactive or not.
    if (claimed === open && !stopping) await claim(Math.min(reserved, concurrency - running), true);
  };
  const consume = async (): Promise<void> => {
    while (!stopping) {
      await woken.promise;
      woken = Promise.withResolvers();
      if (!stopping) await fill().catch(onError);
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
