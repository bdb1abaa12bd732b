export interface DecodedMetric {
  readonly name: string;
  readonly value: string;
}

type Metric = readonly [name: string, values: Readonly<Record<string, string>>];

const LEVELS = { N: 'None', L: 'Low', H: 'High', P: 'Partial', C: 'Complete', M: 'Medium' };
const ATTACK = { N: 'Network', A: 'Adjacent network', L: 'Local', P: 'Physical' };

/** The base metrics of CVSS v2 to v4. Metrics that two versions spell alike mean the same. */
const METRICS: Readonly<Record<string, Metric>> = {
  AV: ['Attack vector', ATTACK],
  AC: ['Attack complexity', LEVELS],
  AT: ['Attack requirements', { N: 'None', P: 'Present' }],
  Au: ['Authentication', { N: 'None', S: 'Single', M: 'Multiple' }],
  PR: ['Privileges required', LEVELS],
  UI: ['User interaction', { N: 'None', R: 'Required', P: 'Passive', A: 'Active' }],
  S: ['Scope', { U: 'Unchanged', C: 'Changed' }],
  C: ['Confidentiality', LEVELS],
  I: ['Integrity', LEVELS],
  A: ['Availability', LEVELS],
  VC: ['Confidentiality', LEVELS],
  VI: ['Integrity', LEVELS],
  VA: ['Availability', LEVELS],
  SC: ['Confidentiality of other systems', LEVELS],
  SI: ['Integrity of other systems', LEVELS],
  SA: ['Availability of other systems', LEVELS],
};

/** The base metrics of a CVSS vector in words. Metrics that are unknown are left out. */
export function decodeVector(vector: string): DecodedMetric[] {
  return vector
    .replace(/^\(|\)$/g, '')
    .split('/')
    .flatMap((part) => {
      const [key = '', code = ''] = part.split(':');
      if (!Object.hasOwn(METRICS, key)) return [];
      const [name, values] = METRICS[key] as Metric;
      return Object.hasOwn(values, code) ? [{ name, value: values[code] as string }] : [];
    });
}
