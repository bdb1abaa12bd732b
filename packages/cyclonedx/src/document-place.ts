import type { Violation } from './violation-log.ts';

/** A position in the file. Lines and columns start at 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export function toPlaceText({ line, column }: TextPlace): string {
  return `line ${line}, column ${column}`;
}

export function placeViolation({ line, column }: TextPlace, message: string): Violation {
  return { place: toPlaceText({ line, column }), message, line, column };
}
