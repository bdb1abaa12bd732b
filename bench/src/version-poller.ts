/** A thread that polls the version, so that sending large bodies does not delay its measurements. */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const PAUSE_MS = 20;

interface VersionPoller {
  /** Milliseconds of every response since the start, in ascending order. */
  stop(): Promise<number[]>;
}

export async function pollVersion(api: string): Promise<VersionPoller> {
  const worker = new Worker(new URL(import.meta.url), { workerData: api });
  await once(worker, 'message');
  return {
    stop: async () => {
      worker.postMessage('stop');
      const [latencies] = (await once(worker, 'message')) as [number[]];
      return latencies.sort((a, b) => a - b);
    },
  };
}

async function poll(api: string): Promise<number[]> {
  const latencies: number[] = [];
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  // The first request loads code and is not measured.
  await (await fetch(`${api}/api/version`)).text();
  parentPort?.postMessage('started');
  while (!isStopped) {
    const start = performance.now();
    await (await fetch(`${api}/api/version`)).text();
    latencies.push(performance.now() - start);
    await setTimeout(PAUSE_MS);
  }
  return latencies;
}

if (!isMainThread) parentPort?.postMessage(await poll(workerData as string));
