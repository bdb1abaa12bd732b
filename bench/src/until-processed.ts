import { setTimeout } from 'node:timers/promises';
import type { BenchServer } from './start-server.ts';

/** Polls an event token until processing is done. */
export async function untilProcessed({ api, authorization }: BenchServer, token: string): Promise<void> {
  for (;;) {
    const state = await fetch(`${api}/api/v1/event/token/${token}`, { headers: { authorization } });
    if (!((await state.json()) as { processing: boolean }).processing) return;
    await setTimeout(5);
  }
}
