import { printable } from './terminal-text.ts';

/** To stderr, so that it never ends up in a pipe. */
export function printNote(note: string): void {
  process.stderr.write(`${printable(note)}\n`);
}
