/** The scores of a CVSS 2.0 vector (guide, section 3.2). */
export interface CvssV2Scores {
  readonly base: number;
  readonly impact: number;
  readonly exploitability: number;
  /** Present only if the vector has their metrics. */
  readonly temporal?: number | undefined;
  readonly environmental?: number | undefined;
  readonly modifiedImpact?: number | undefined;
}

const IMPACT = { N: 0, P: 0.275, C: 0.66 };
const REQUIREMENT = { L: 0.5, M: 1, H: 1.51, ND: 1 };

const WEIGHTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: IMPACT,
  I: IMPACT,
  A: IMPACT,
  E: { U: 0.85, POC: 0.9, F: 0.95, H: 1, ND: 1 },
  RL: { OF: 0.87, TF: 0.9, W: 0.95, U: 1, ND: 1 },
  RC: { UC: 0.9, UR: 0.95, C: 1, ND: 1 },
  CDP: { N: 0, L: 0.1, LM: 0.3, MH: 0.4, H: 0.5, ND: 0 },
  TD: { N: 0, L: 0.25, M: 0.75, H: 1, ND: 1 },
  CR: REQUIREMENT,
  IR: REQUIREMENT,
  AR: REQUIREMENT,
};

const TEMPORAL = ['E', 'RL', 'RC'];
const ENVIRONMENTAL = ['CDP', 'TD', 'CR', 'IR', 'AR'];

export function scoreCvssV2(metrics: ReadonlyMap<string, string>): CvssV2Scores {
  const weight = (name: string) => WEIGHTS[name]?.[metrics.get(name) ?? 'ND'] ?? 0;
  const isAnyDefined = (names: readonly string[]) =>
    names.some((name) => (metrics.get(name) ?? 'ND') !== 'ND');
  const impactOf = (c: number, i: number, a: number) => 10.41 * (1 - (1 - c) * (1 - i) * (1 - a));
  const temporally = (score: number) => round(score * weight('E') * weight('RL') * weight('RC'));

  const exploitability = 20 * weight('AV') * weight('AC') * weight('Au');
  const impact = impactOf(weight('C'), weight('I'), weight('A'));
  const base = baseScore(impact, exploitability);
  const modifiedImpact = Math.min(
    10,
    impactOf(weight('C') * weight('CR'), weight('I') * weight('IR'), weight('A') * weight('AR')),
  );
  const modified = temporally(baseScore(modifiedImpact, exploitability));
  const environmental = round((modified + (10 - modified) * weight('CDP')) * weight('TD'));
  return {
    base,
    impact: round(impact),
    exploitability: round(exploitability),
    ...(isAnyDefined(TEMPORAL) ? { temporal: temporally(base) } : {}),
    ...(isAnyDefined(ENVIRONMENTAL) ? { environmental, modifiedImpact: round(modifiedImpact) } : {}),
  };
}

function baseScore(impact: number, exploitability: number): number {
  return impact === 0 ? 0 : round((0.6 * impact + 0.4 * exploitability - 1.5) * 1.176);
}

/** Rounds to one decimal, halves up, even if the binary fraction is slightly smaller: 9.15 becomes 9.2. */
function round(score: number): number {
  return Math.round(score * 10 + 1e-9) / 10;
}
