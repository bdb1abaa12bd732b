import { expect, test } from 'vitest';
import { createKillableService } from './support/killable-service.ts';

test('a node keeps serving when the program that reads its log has exited', async () => {
  const service = await createKillableService({ 'svc.logging.level.root': 'trace' });
  const node = await service.startNode();
  node.closeOutput();
  // Each of these requests writes to the log.
  for (let n = 0; n < 20; n++) {
    const wrongPassword = new URLSearchParams({ username: 'nobody', password: `wrong ${n}` });
    await fetch(`${node.url}/api/v1/user/login`, { method: 'POST', body: wrongPassword });
  }
  expect((await fetch(`${node.url}/api/version`)).status).toBe(200);
});
