import { systemOperations } from '@tallyman/contract';
import { call } from './api-query.ts';

const POLL_MS = 1_000;

/** Resolves when the work that an event token stands for has ended, whatever its outcome. */
export async function waitForWork(token: string): Promise<void> {
  for (;;) {
    const { body } = await call(systemOperations.getWorkState, { params: { uuid: token } });
    if (!body.processing) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
