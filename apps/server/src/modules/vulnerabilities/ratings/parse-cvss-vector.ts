import { type CvssVersion, cvssMetrics } from './cvss-metrics.ts';

export interface CvssVector {
  readonly version: CvssVersion;
  /** Trimmed; version 2.0 without parentheses. */
  readonly text: string;
  readonly metrics: ReadonlyMap<string, string>;
}

const PREFIX = /^CVSS:(3\.0|3\.1|4\.0)\//;
const PARENTHESES = /^\((.*)\)$/;

/**
 * Returns undefined unless all base metrics are present, every metric is known and unique and its value allowed. The
 * order does not matter. Vectors of version 2.0 have no prefix and often parentheses.
 */
export function parseCvssVector(given: string): CvssVector | undefined {
  const trimmed = given.trim();
  const text = PARENTHESES.exec(trimmed)?.[1] ?? trimmed;
  const [prefix = '', version = '2.0'] = PREFIX.exec(text) ?? [];
  const metrics = readMetrics(version as CvssVersion, text.slice(prefix.length));
  return metrics && { version: version as CvssVersion, text, metrics };
}

function readMetrics(version: CvssVersion, text: string): Map<string, string> | undefined {
  const { base, optional } = cvssMetrics[version];
  const metrics = new Map<string, string>();
  for (const field of text.split('/')) {
    const [name = '', value = '', ...more] = field.split(':');
    const values = Object.hasOwn(base, name) ? base[name] : Object.hasOwn(optional, name) && optional[name];
    if (!values || more.length > 0 || metrics.has(name) || !values.split(' ').includes(value))
      return undefined;
    metrics.set(name, value);
  }
  return Object.keys(base).every((name) => metrics.has(name)) ? metrics : undefined;
}
