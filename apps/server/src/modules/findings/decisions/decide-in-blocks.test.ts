import { describe, expect, it } from 'vitest';
import type { Decision, DecisionOutcome } from '../decision.ts';
import { decideInBlocks } from './decide-in-blocks.ts';

const on = (componentId: number, details: string): Decision => ({
  componentId,
  vulnerabilityId: 1,
  fields: { details },
});

/** An outcome that identifies its decision. */
const toOutcome = ({ fields }: Decision): DecisionOutcome => ({
  result: 'applied',
  changes: [{ field: 'details', from: null, to: fields.details ?? null }],
});

async function decide(decisions: readonly Decision[]) {
  const blocks: (readonly Decision[])[] = [];
  const outcomes = await decideInBlocks(decisions, async (findings, block) => {
    expect(new Set(block.map(({ componentId }) => componentId)).size).toBe(findings.length);
    blocks.push(block);
    return block.map(toOutcome);
  });
  expect(outcomes).toEqual(decisions.map(toOutcome));
  return blocks.map((block) => block.length);
}

describe('Deciding in blocks', () => {
  it('passes at most 2,000 decisions to a block', async () => {
    const many = Array.from({ length: 9_000 }, (_, n) => on(n % 6, `${n}`));
    expect(await decide(many)).toEqual([1_500, 1_500, 1_500, 1_500, 1_500, 1_500]);
    expect(await decide(Array.from({ length: 4_100 }, (_, n) => on(4_100 - n, `${n}`)))).toEqual([
      2_000, 2_000, 100,
    ]);
  });

  it('passes all decisions on one finding to one block, in their order', async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => on(7, `${n}`));
    expect(await decide([on(9, 'last'), ...many, on(1, 'first')])).toEqual([1, 3_000, 1]);
    expect(await decide([])).toEqual([]);
  });
});
