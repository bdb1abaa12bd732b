import { type Decision, type DecisionOutcome, type FindingKey, keyOf } from './decision.ts';

/** How many findings are decided on at once: few enough to hold in memory and not to keep the event loop. */
const FINDINGS_AT_ONCE = 2_000;

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
    const key = keyOf(decision);
    const known = byFinding.get(key);
    if (known) known.places.push(place);
    else byFinding.set(key, { finding: decision, places: [place] });
  }
  const sorted = [...byFinding.values()].sort((a, b) => compareFindings(a.finding, b.finding));
  const blocks: Block[] = [];
  for (let from = 0; from < sorted.length; from += FINDINGS_AT_ONCE) {
    const part = sorted.slice(from, from + FINDINGS_AT_ONCE);
    blocks.push({
      findings: part.map(({ finding }) => finding),
      places: part.flatMap(({ places }) => places),
    });
  }
  return blocks;
}

function compareFindings(a: FindingKey, b: FindingKey): number {
  return a.componentId - b.componentId || a.vulnerabilityId - b.vulnerabilityId;
}
