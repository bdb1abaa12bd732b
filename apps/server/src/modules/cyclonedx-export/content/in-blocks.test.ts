import { describe, expect, it } from 'vitest';
import { inBlocks } from './in-blocks.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('Blocks of ids', () => {
  it.each([0, 1, 199, 200, 201, 1_700])('hold %i ids, each once and in order', async (count) => {
    const seen: number[] = [];
    for await (const block of inBlocks(ids(count), async (block) => block)) seen.push(...block);
    expect(seen).toEqual(ids(count));
  });

  it('are loaded one block ahead and no further', async () => {
    let loaded = 0;
    const blocks = inBlocks(ids(5_000), async () => ++loaded);
    await blocks.next();
    expect(loaded).toBe(2);
    await blocks.return(0);
    expect(loaded).toBe(2);
  });

  it('fail when they are read if they cannot be loaded', async () => {
    const blocks = inBlocks(ids(600), async (block) => {
      if (block[0] !== 0) throw new Error('gone');
    });
    await blocks.next();
    await expect(blocks.next()).rejects.toThrow('gone');
  });
});
