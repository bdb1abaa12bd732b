import { setTimeout } from 'node:timers/promises';
import type { Client } from '@tallyman/client';
import type { WorkState } from '@tallyman/contract';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** Waits until the work of an event token has ended, with increasing intervals. */
export async function waitForWork(
  client: Client,
  token: string,
  onProgress: (state: WorkState) => void,
): Promise<void> {
  const { systemOperations } = await import('@tallyman/contract');
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const { body } = await client.call(systemOperations.getWorkState, { params: { uuid: token } });
    if (!body.processing) return;
    onProgress(body);
    await setTimeout(pause);
  }
}
