import { expect, test } from 'vitest';
import { readEvents } from './read-events.ts';

async function* inChunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}

test.each([1, 7, 1000])('reads events from chunks of %i bytes, without comments', async (size) => {
  const text = ': nothing new\n\nevent: ready\ndata: {}\n\nevent: change\ndata: {"ü":1}\n\nevent: cut';
  const events = await Array.fromAsync(readEvents(inChunks(text, size)));
  expect(events).toEqual([
    { name: 'ready', data: '{}' },
    { name: 'change', data: '{"ü":1}' },
  ]);
});
