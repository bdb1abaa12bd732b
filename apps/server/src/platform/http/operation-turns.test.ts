import { systemOperations } from '@tallyman/contract';
import { expect, test } from 'vitest';
import { OperationTurns } from './operation-turns.ts';

test('clients take turns, however many requests one of them sends', async () => {
  const turns = new OperationTurns(3);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const send = (client: string) =>
    turns.run(
      systemOperations.getVersion,
      async () => {
        await gate.promise;
        order.push(client);
      },
      client,
    );
  const all = [...Array.from({ length: 5 }, () => send('many')), send('one')];
  gate.resolve();
  await Promise.all(all);
  // The first runs at once and the second is next before the other client comes.
  expect(order).toEqual(['many', 'many', 'one', 'many', 'many', 'many']);
});
