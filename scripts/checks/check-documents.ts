import { posix } from 'node:path';

export interface MarkdownFile {
  readonly path: string;
  readonly text: string;
}

const SOURCE_NAME = /^[\w@.*<>{},/-]+\.(ts|tsx|mjs|sql|md)$/;
/** Folders that a command creates. */
const CREATED = new Set(['dist/']);
const FOLDER_NAME = /^[\w@.<>-]+(\/[\w@.<>*-]+)*\/$/;

/** Returns links to missing files, and code spans that name missing files or folders. */
export function checkPaths(document: MarkdownFile, repository: readonly string[]): string[] {
  const known = new Set(repository.flatMap((path) => [path, ...foldersOf(path)]));
  const links = listLinks(document.text)
    .filter((target) => !known.has(posix.normalize(posix.join(posix.dirname(document.path), target))))
    .map((target) => `${document.path}: the link ${target} leads nowhere`);
  const names = listSpans(document.text)
    .filter((span) => !isNameOfAny(span, known))
    .map((span) => `${document.path}: no file or folder is called ${span}`);
  return [...links, ...names];
}

function* foldersOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    yield path.slice(0, at);
    yield path.slice(0, at + 1);
  }
}

function listLinks(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target as string).replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

function listSpans(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, span]) => span as string)
    .filter((span) => !CREATED.has(span) && (SOURCE_NAME.test(span) || FOLDER_NAME.test(span)));
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '');
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replace(/`[^`\n]*`/g, '');
}

/** A code span names the end of a path. `*` and `<name>` match any text without a slash. */
function isNameOfAny(span: string, known: ReadonlySet<string>): boolean {
  const pattern = span
    .split(/(\*|<[^>]*>)/)
    .map((part, index) => (index % 2 === 1 ? '[^/]*' : part.replace(/[.{}]/g, '\\$&')))
    .join('');
  const ending = new RegExp(`(^|/)${pattern}$`);
  for (const path of known) if (ending.test(path)) return true;
  return false;
}

const SECTIONS = ['Context', 'Decision', 'Consequences'];

/** A decision has a number of its own, a date, a status and three sections in this order. */
export function checkDecision({ path, text }: MarkdownFile, repository: readonly string[]): string[] {
  const number = posix.basename(path).slice(0, 4);
  const others = repository.filter((other) => other !== path && other.startsWith(`docs/adr/${number}-`));
  const missing = [
    ...(text.startsWith(`# ${number} `) ? [] : [`the title does not begin with "# ${number} "`]),
    ...(/^Date: \d{4}-\d{2}-\d{2}$/m.test(text) ? [] : ['a line "Date: YYYY-MM-DD" is missing']),
    ...(/^Status: \S/m.test(text) ? [] : ['a line "Status: …" is missing']),
    ...others.map((other) => `${other} has the same number`),
  ];
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title as string);
  const ordered = sections.filter((title) => SECTIONS.includes(title));
  if (ordered.join() !== SECTIONS.join()) missing.push(`the sections are not ${SECTIONS.join(', ')}`);
  return missing.map((message) => `${path}: ${message}`);
}
