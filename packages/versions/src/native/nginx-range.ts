import type { NativeConstraint } from './native-constraint.ts';
import { bump, numbersOf } from './numbers.ts';

const onwards = /^([0-9.]+)\+$/;
const closed = /^([0-9.]+)-([0-9.]+)$/;
const single = /^[0-9.]+$/;

/**
 * As nginx' advisories list versions: `1.3.9-1.4.0`, `0.7.65`, `1.21.0+`. Even minor numbers are stable branches:
 * there `1.20.1+` ends with the branch.
 */
export function parseNginxRange(range: string): NativeConstraint[] | undefined {
  const parts = range.split(',').map((part) => part.trim());
  const constraints = parts.map(parsePart);
  return constraints.every((meant) => meant !== undefined) ? constraints.flat() : undefined;
}

function parsePart(part: string): NativeConstraint[] | undefined {
  const [, from, to] = closed.exec(part) ?? [];
  if (from !== undefined && to !== undefined) {
    return [
      { comparator: '>=', version: from },
      { comparator: '<=', version: to },
    ];
  }
  const start = onwards.exec(part)?.[1];
  if (start !== undefined) return fromOn(start);
  return single.test(part) ? [{ comparator: '=', version: part }] : undefined;
}

function fromOn(version: string): NativeConstraint[] {
  const numbers = numbersOf(version);
  const lower: NativeConstraint = { comparator: '>=', version };
  const stable = Number(numbers[1] ?? 1) % 2 === 0;
  return stable ? [lower, { comparator: '<', version: `${bump(numbers, 2)}.0` }] : [lower];
}
