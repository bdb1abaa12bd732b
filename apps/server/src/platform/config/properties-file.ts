export interface PropertyLine {
  readonly name: string;
  readonly value: string;
  /** Number of the first physical line, counted from 1. */
  readonly line: number;
  /** Number of the last physical line. Greater than `line` if the value is continued. */
  readonly lastLine: number;
}

export interface PropertiesFile {
  readonly lines: readonly PropertyLine[];
  readonly problems: readonly UnreadableLine[];
}

export interface UnreadableLine {
  readonly line: number;
  readonly lastLine: number;
  readonly why: string;
}

interface LogicalLine {
  readonly text: string;
  readonly line: number;
  readonly lastLine: number;
}

/**
 * The syntax of Java properties: `=`, `:` or white space between name and value, `#` and `!` comments,
 * `\` at the end of a line continues it, `\uXXXX` and the usual one-letter escapes.
 */
export function parsePropertiesFile(text: string): PropertiesFile {
  const lines: PropertyLine[] = [];
  const problems: UnreadableLine[] = [];
  for (const logical of toLogicalLines(text)) {
    const { name, value } = splitNameAndValue(logical.text);
    const decoded = { name: decodeEscapes(name), value: decodeEscapes(value) };
    const { line, lastLine } = logical;
    if (decoded.name === undefined || decoded.value === undefined)
      problems.push({ line, lastLine, why: BAD_ESCAPE });
    else lines.push({ name: decoded.name, value: decoded.value, line, lastLine });
  }
  return { lines, problems };
}

const BAD_ESCAPE = 'a \\u escape needs four hexadecimal digits, as in \\u00e9';

function toLogicalLines(text: string): LogicalLine[] {
  const physical = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const logical: LogicalLine[] = [];
  for (let index = 0; index < physical.length; index++) {
    const line = index + 1;
    let current = stripStart(physical[index]);
    if (current === '' || /^[#!]/.test(current)) continue;
    while (isContinued(current) && index + 1 < physical.length) {
      index++;
      current = current.slice(0, -1) + stripStart(physical[index]);
    }
    logical.push({ text: isContinued(current) ? current.slice(0, -1) : current, line, lastLine: index + 1 });
  }
  return logical;
}

function stripStart(line: string | undefined): string {
  return (line ?? '').replace(/^[ \t\f]+/, '');
}

function isContinued(line: string): boolean {
  const backslashes = /\\*$/.exec(line)?.[0].length ?? 0;
  return backslashes % 2 === 1;
}

function splitNameAndValue(text: string): { name: string; value: string } {
  const name = /^(?:\\.|[^\\=: \t\f])*/.exec(text)?.[0] ?? '';
  const value = text.slice(name.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
  return { name, value };
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f' };

function decodeEscapes(text: string): string | undefined {
  if (/\\u(?![0-9A-Fa-f]{4})/.test(text.replaceAll('\\\\', ''))) return undefined;
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|(.))/gs, (_, code: string | undefined, letter: string) =>
    code === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** One line that parses to exactly this name and value. */
export function toPropertyLine(name: string, value: string): string {
  return `${encodeEscapes(name).replace(/[=: #!]/g, '\\$&')}=${encodeEscapes(value).replace(/^ /, '\\ ')}`;
}

function encodeEscapes(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\f', '\\f');
}
