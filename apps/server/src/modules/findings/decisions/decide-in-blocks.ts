import type { Decision, DecisionOutcome } from '../decision.ts';
import { compareFindingKeys, type FindingKey, formatFindingKey } from '../finding-key.ts';

/** Small enough not to block the event loop. A block is larger only if one finding has more decisions. */
const BLOCK_SIZE = 2_000;

interface Block {
  readonly findings: readonly FindingKey[];
  /** Indexes of the decisions on these findings, ascending. */
  readonly indexes: readonly number[];
}

type DecideBlock = (
  findings: readonly FindingKey[],
  decisions: readonly Decision[],
) => Promise<readonly DecisionOutcome[]>;

/** Decides block by block. Returns outcomes in the order of the decisions. */
export async function decideInBlocks(
  decisions: readonly Decision[],
  decideBlock: DecideBlock,
): Promise<readonly DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = new Array(decisions.length);
  for (const { findings, indexes } of toBlocks(decisions)) {
    const decided = await decideBlock(
      findings,
      indexes.map((index) => decisions[index] as Decision),
    );
    for (const [position, outcome] of decided.entries()) outcomes[indexes[position] as number] = outcome;
  }
  return outcomes;
}

/** Blocks are in lock order. All decisions on one finding are in the same block. */
function toBlocks(decisions: readonly Decision[]): Block[] {
  const byFinding = new Map<string, { readonly finding: FindingKey; readonly indexes: number[] }>();
  for (const [index, decision] of decisions.entries()) {
    const key = formatFindingKey(decision);
    const known = byFinding.get(key);
    if (known) known.indexes.push(index);
    else byFinding.set(key, { finding: decision, indexes: [index] });
  }
  const sorted = [...byFinding.values()].sort((a, b) => compareFindingKeys(a.finding, b.finding));
  const blocks: { readonly findings: FindingKey[]; readonly indexes: number[] }[] = [];
  for (const { finding, indexes } of sorted) {
    const last = blocks.at(-1);
    const fits = last && last.indexes.length + indexes.length <= BLOCK_SIZE;
    const block = fits ? last : { findings: [], indexes: [] };
    if (!fits) blocks.push(block);
    block.findings.push(finding);
    for (const index of indexes) block.indexes.push(index);
  }
  return blocks;
}
