import { Liquid, type Template } from 'liquidjs';
import { describeComponent, describeProject } from './templates/message-facts.ts';

/** A template that cannot be read, or takes too much. The message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** A template of this many characters is not even read. */
const PARSE_LIMIT = 65_536;

/**
 * Beyond these a template is stopped: milliseconds to fill it in, values to build. What is built is checked before it
 * is built, so that no single step takes long either. Our own templates are trusted with summaries of any size.
 */
const LIMITS = {
  own: { renderLimit: 10_000, memoryLimit: Number.MAX_SAFE_INTEGER },
  foreign: { renderLimit: 100, memoryLimit: 500_000 },
} as const;

/** Beside those of Liquid. What strangers wrote must neither break the message nor call everybody in a chat. */
const FILTERS: Readonly<Record<string, (value: unknown, argument?: unknown) => string>> = {
  summarize,
  formatTimestamp: (value) => new Date(toText(value)).toUTCString(),
  ljust: (value, width) => toText(value).padEnd(Math.min(Number(width) || 0, 100)),
  slack: (value) => toText(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  markdown: (value) =>
    toText(value)
      .replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
      .replaceAll('@', '@\u200b'),
  jira: (value) => toText(value).replaceAll(/[\\{}[\]|!]/g, '\\$&'),
};

type Escaping = 'json' | 'html' | 'none';

const engines: Readonly<Record<Escaping, Liquid>> = {
  json: createEngine((value) => JSON.stringify(toText(value)).slice(1, -1)),
  html: createEngine('escape'),
  none: createEngine(undefined),
};

/** Templates see the variables they are given and nothing else: no files, no prototypes, no other templates. */
function createEngine(outputEscape: 'escape' | ((value: unknown) => string) | undefined): Liquid {
  const engine = new Liquid({
    parseLimit: PARSE_LIMIT,
    ...(outputEscape ? { outputEscape } : {}),
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset: 0,
    templates: {},
  });
  for (const tag of ['include', 'render', 'layout', 'block']) delete engine.tags[tag];
  for (const [name, filter] of Object.entries(FILTERS)) engine.registerFilter(name, filter);
  return engine;
}

const KEPT = 200;
const parsed = new Map<string, Template[]>();

/** Fills in a template; outputs are escaped as the media type needs it, unless they are marked `raw`. */
export function renderTemplate(
  template: string,
  mimeType: string,
  variables: Readonly<Record<string, unknown>>,
  whose: keyof typeof LIMITS = 'foreign',
): string {
  const escaping = escapingOf(mimeType);
  try {
    const read = parse(template, escaping);
    return String(engines[escaping].renderSync(read, { ...variables }, LIMITS[whose]));
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : String(error));
  }
}

/** Throws a `TemplateError` for a template that cannot be read. */
export function checkTemplate(template: string, mimeType: string): void {
  try {
    parse(template, escapingOf(mimeType));
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : String(error));
  }
}

function parse(template: string, escaping: Escaping): Template[] {
  const key = `${escaping} ${template}`;
  const known = parsed.get(key);
  if (known) return known;
  const templates = engines[escaping].parse(template);
  if (parsed.size >= KEPT) parsed.delete(parsed.keys().next().value ?? '');
  parsed.set(key, templates);
  return templates;
}

function escapingOf(mimeType: string): Escaping {
  const type = mimeType.toLowerCase();
  if (/[/+]json\b/.test(type)) return 'json';
  return /\b(html|xml)\b/.test(type) ? 'html' : 'none';
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A project as `name : version`; a component as its package URL, otherwise as `group : name : version`. */
function summarize(value: unknown): string {
  if (typeof value !== 'object' || value === null) return toText(value);
  const said = value as Readonly<Record<string, unknown>>;
  return ('isActive' in said ? describeProject(said) : describeComponent(said)) ?? '';
}
