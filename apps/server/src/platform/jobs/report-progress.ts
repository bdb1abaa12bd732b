import type { Log } from '../log/create-log.ts';
import type { JobProgress } from './work-token-store.ts';

const INTERVAL_MS = 1_000;

interface ProgressReporter {
  report(progress: JobProgress): void;
  /** Writes the latest report. Call it when the job ends. */
  flush(): Promise<void>;
}

/** Writes the first report at once and then the latest one every second: a job may report every item. */
export function reportProgress(write: (progress: JobProgress) => Promise<void>, log: Log): ProgressReporter {
  let latest: JobProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  // Failing to write progress must not fail the job.
  const writeLatest = (): Promise<void> => {
    const progress = latest;
    latest = undefined;
    if (progress) {
      writing = writing
        .then(() => write(progress))
        .catch((error: unknown) => log.debug({ err: error }, 'The progress of a job could not be written'));
    }
    return writing;
  };
  const pause = (): void => {
    timer = setTimeout(() => {
      timer = undefined;
      if (latest) {
        void writeLatest();
        pause();
      }
    }, INTERVAL_MS);
  };
  return {
    report: (progress) => {
      latest = progress;
      if (timer) return;
      void writeLatest();
      pause();
    },
    flush: () => {
      clearTimeout(timer);
      return writeLatest();
    },
  };
}
