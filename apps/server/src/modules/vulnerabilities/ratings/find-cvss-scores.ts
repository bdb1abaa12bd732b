import calculator from 'ae-cvss-calculator';
import type { CvssVersion } from './cvss-metrics.ts';
import { type CvssVector, parseCvssVector } from './parse-cvss-vector.ts';
import { scoreCvssV2 } from './score-cvss-v2.ts';

export interface CvssScores {
  readonly version: CvssVersion;
  /** As stored: version 2.0 in parentheses. */
  readonly vector: string;
  /** For version 4.0 the score over all metrics of the vector. */
  readonly base: number;
  readonly impact?: number | undefined;
  readonly exploitability?: number | undefined;
  readonly temporal?: number | undefined;
  readonly environmental?: number | undefined;
  readonly modifiedImpact?: number | undefined;
}

/** Vectors repeat by the thousand, and scoring one of version 4.0 takes half a millisecond. */
const MAX_CACHED = 20_000;
const cache = new Map<string, CvssScores>();

/** Returns undefined if the text is not a valid vector. */
export function findCvssScores(vector: string): CvssScores | undefined {
  const known = cache.get(vector);
  if (known) return known;
  const parsed = parseCvssVector(vector);
  if (!parsed) return undefined;
  const scores = score(parsed);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(vector, scores);
  return scores;
}

function score(vector: CvssVector): CvssScores {
  if (vector.version === '4.0') return scoreV4(vector);
  if (vector.version !== '2.0') return scoreV3(vector);
  return { version: vector.version, vector: `(${vector.text})`, ...scoreCvssV2(vector.metrics) };
}

function scoreV4({ version, text }: CvssVector): CvssScores {
  return { version, vector: text, base: new calculator.Cvss4P0(text).calculateScores().overall };
}

/**
 * Undefined metrics do not change a score, so temporal and environmental scores always exist. The calculator computes
 * the environmental score only if one of its metrics is defined, so one is set to its base value. The result may differ
 * from the base score, because version 3.1 rounds and limits it differently.
 */
function scoreV3({ version, text, metrics }: CvssVector): CvssScores {
  const Version = version === '3.0' ? calculator.Cvss3P0 : calculator.Cvss3P1;
  const scores = new Version(text).calculateScores();
  const { base = 0, impact, exploitability, temporal = base, modifiedImpact } = scores;
  const environmental =
    scores.environmental ?? new Version(`${text}/MAV:${metrics.get('AV')}`).calculateScores().environmental;
  return { version, vector: text, base, impact, exploitability, temporal, environmental, modifiedImpact };
}
