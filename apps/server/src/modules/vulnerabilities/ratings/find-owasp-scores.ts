import type { OwaspLevel } from '@tallyman/contract';

/** The factors of the OWASP risk rating, each from 0 to 9, in the order of the vector. */
const FACTORS = {
  likelihood: ['SL', 'M', 'O', 'S', 'ED', 'EE', 'A', 'ID'],
  technicalImpact: ['LC', 'LI', 'LAV', 'LAC'],
  businessImpact: ['FD', 'RD', 'NC', 'PV'],
} as const;

const NAMES: ReadonlySet<string> = new Set(Object.values(FACTORS).flat());

export interface OwaspScores {
  readonly vector: string;
  readonly likelihood: number;
  readonly technicalImpact: number;
  readonly businessImpact: number;
}

/** Scores a vector such as `SL:1/M:4/…/PV:3`. Returns undefined unless it has each factor exactly once. */
export function findOwaspScores(given: string): OwaspScores | undefined {
  const vector = given.trim();
  const factors = new Map<string, number>();
  for (const field of vector.split('/')) {
    const [, name = '', value] = /^([A-Z]+):(\d)$/.exec(field) ?? [];
    if (!NAMES.has(name) || factors.has(name)) return undefined;
    factors.set(name, Number(value));
  }
  if (factors.size !== NAMES.size) return undefined;
  const meanOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (factors.get(name) ?? 0), 0) / names.length;
  return {
    vector,
    likelihood: meanOf(FACTORS.likelihood),
    technicalImpact: meanOf(FACTORS.technicalImpact),
    businessImpact: meanOf(FACTORS.businessImpact),
  };
}

/** Whether the text has distinct factors of the rating, possibly not all of them. The prefix `OWASP/` is allowed. */
export function isOwaspVector(text: string): boolean {
  const fields = text
    .trim()
    .replace(/^OWASP\//, '')
    .split('/');
  const names = fields.map((field) => /^([A-Z]+):\d$/.exec(field)?.[1] ?? '');
  return names.every((name) => NAMES.has(name)) && new Set(names).size === names.length;
}

export function toOwaspLevel(score: number): OwaspLevel {
  if (score >= 6) return 'HIGH';
  return score >= 3 ? 'MEDIUM' : 'LOW';
}
