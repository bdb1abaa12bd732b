import type { Violation } from './violation-log.ts';

/** A place in the text of a document, both counted from 1 and from the beginning of the file. */
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
