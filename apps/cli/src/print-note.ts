import { printable } from './terminal-text.ts';

/** Prints to stderr, so that it does not end up in a pipe. */
export function printNote(note: string): void {
  process.stderr.write(`${printable(note)}\n`);
}
