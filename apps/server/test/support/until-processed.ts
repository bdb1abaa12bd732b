import { setTimeout } from 'node:timers/promises';
import type { TestService } from './test-service.ts';

const FIRST_DELAY_MS = 20;
const MAX_DELAY_MS = 100;

/** Polls the token of an upload, less often with time: a request takes as much processor time as a small import. */
export async function untilProcessed(service: TestService, token: string): Promise<void> {
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 1.5, MAX_DELAY_MS)) {
    const { body } = await service.asAdmin('GET', `/api/v1/event/token/${token}`);
    if (!body.processing) return;
    await setTimeout(delay);
  }
}
