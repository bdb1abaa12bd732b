import { typeOf } from './check-line.ts';
import type { CheckedLine } from './checked-line.ts';
import { toSetting } from './chosen-settings.ts';
import { toFileEntry } from './config-entries.ts';
import { parsePropertiesFile, toPropertyLine } from './properties-file.ts';

const MASK = '(not shown)';

/** Translates the file. Lines that need no change, and comments, are kept. */
export function translateFile(
  text: string,
  checked: readonly CheckedLine[],
  { mask }: { mask: boolean },
): string {
  const output: string[] = [];
  const physical = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const copy = (from: number, to?: number) => {
    const lines = physical.slice(from, to);
    output.push(...(mask ? lines.map(maskComment) : lines));
  };
  let next = 0;
  for (const line of checked) {
    const start = line.change.line - 1;
    copy(next, start);
    output.push(...translateLine(line, physical.slice(start, line.lastLine), mask));
    next = line.lastLine;
  }
  copy(next);
  return output.join('\n');
}

function translateLine(checked: CheckedLine, original: readonly string[], mask: boolean): string[] {
  const { change, replacement, isDelicate } = checked;
  const isMasked = mask && isDelicate;
  if (!replacement) return isMasked ? [maskedLine(change.written)] : [...original];
  if (replacement.length === 0) return [`# ${change.written}: ${change.note}`];
  return replacement.map(({ name, value }) =>
    toPropertyLine(name, isMasked && isValueOf(checked, name) ? MASK : value),
  );
}

/** Lines that were added, such as the name of a data source, contain no secret. */
function isValueOf({ change }: CheckedLine, name: string): boolean {
  return change.becomes === name;
}

function maskedLine(written: string): string {
  return written === '' ? `# ${MASK}` : toPropertyLine(written, MASK);
}

/** A setting that is commented out may contain a secret too. */
function maskComment(comment: string): string {
  const [line] = parsePropertiesFile(comment.replace(/^[\s#!]+/, '')).lines;
  const setting = line && toSetting(toFileEntry(line, ''));
  return setting && typeOf(setting).hidden ? `# ${setting.name}=${MASK}` : comment;
}
