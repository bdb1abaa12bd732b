import type { Decision, DecisionOutcome } from '../decision.ts';
import { compareFindingKeys, type FindingKey, formatFindingKey } from '../finding-key.ts';

/**
 * How many decisions are made at once: few enough to hold in memory and not to keep the event loop. Those on one
 * finding are made together, however many they are.
 */
const DECISIONS_AT_ONCE = 2_000;

interface Block {
  readonly findings: readonly FindingKey[];
  /** Where the decisions on these findings stand, in their order. */
  readonly places: readonly number[];
}

type DecideBlock = (
  findings: readonly FindingKey[],
  decisions: readonly Decision[],
) => Promise<readonly DecisionOutcome[]>;

/** Decides block by block; answers in the order of the decisions. */
export async function decideInBlocks(
  decisions: readonly Decision[],
  decideBlock: DecideBlock,
): Promise<readonly DecisionOutcome[]> {
  const outcomes: DecisionOutcome[] = new Array(decisions.length);
  for (const { findings, places } of toBlocks(decisions)) {
    const decided = await decideBlock(
      findings,
      places.map((place) => decisions[place] as Decision),
    );
    for (const [index, outcome] of decided.entries()) outcomes[places[index] as number] = outcome;
  }
  return outcomes;
}

/** In the order in which findings are locked, all decisions on one finding in one block. */
function toBlocks(decisions: readonly Decision[]): Block[] {
  const byFinding = new Map<string, { readonly finding: FindingKey; readonly places: number[] }>();
  for (const [place, decision] of decisions.entries()) {
    const key = formatFindingKey(decision);
    const known = byFinding.get(key);
    if (known) known.places.push(place);
    else byFinding.set(key, { finding: decision, places: [place] });
  }
  const sorted = [...byFinding.values()].sort((a, b) => compareFindingKeys(a.finding, b.finding));
  const blocks: { readonly findings: FindingKey[]; readonly places: number[] }[] = [];
  for (const { finding, places } of sorted) {
    const last = blocks.at(-1);
    const fits = last && last.places.length + places.length <= DECISIONS_AT_ONCE;
    const block = fits ? last : { findings: [], places: [] };
    if (!fits) blocks.push(block);
    block.findings.push(finding);
    for (const place of places) block.places.push(place);
  }
  return blocks;
}
