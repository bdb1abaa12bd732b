import type { Severity } from '@tallyman/contract';
import type { Style } from './output.ts';

const STYLES: Partial<Record<Severity, Style>> = {
  CRITICAL: ['bold', 'red'],
  HIGH: 'red',
  MEDIUM: 'yellow',
  LOW: 'cyan',
};

/** Colour of a severity on a terminal. */
export function severityStyle(severity: Severity): Style | undefined {
  return STYLES[severity];
}
