import type { Cwe } from '@tallyman/contract';
import { cweNames } from './cwe-names.generated.ts';

/** Weaknesses newer than the catalogue that the names were generated from. */
const ADDED_LATER = [
  [1427, 'Improper Neutralization of Input Used for LLM Prompting'],
  [1428, 'Reliance on HTTP instead of HTTPS'],
  [1429, 'Missing Security-Relevant Feedback for Unexecuted Operations in Hardware Interface'],
  [1431, 'Driving Intermediate Cryptographic State/Results to Hardware Module Outputs'],
  [1434, 'Insecure Setting of Generative AI/ML Model Inference Parameters'],
] as const;

const names: ReadonlyMap<number, string> = new Map([...cweNames, ...ADDED_LATER].sort(([a], [b]) => a - b));

export function findCwe(cweId: number): Cwe | undefined {
  const name = names.get(cweId);
  return name === undefined ? undefined : { cweId, name };
}

/** An unknown weakness gets its id as name. */
export function toCwe(cweId: number): Cwe {
  return findCwe(cweId) ?? { cweId, name: `CWE-${cweId}` };
}

/** Sorted by id. `search` matches a substring of the id or the name, ignoring case. */
export function listCwes(search?: string): Cwe[] {
  const requested = search?.toLowerCase() ?? '';
  const all = Array.from(names, ([cweId, name]) => ({ cweId, name }));
  return all.filter(
    ({ cweId, name }) => `cwe-${cweId}`.includes(requested) || name.toLowerCase().includes(requested),
  );
}
