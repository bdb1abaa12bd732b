import type { Liquid, Template } from 'liquidjs';
import { createEngine, type Escaping } from './templates/create-engine.ts';

/** A template that cannot be read, or takes too much. The message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * Beyond these a template is stopped: milliseconds to fill it in, characters and list elements to build. The time is
 * looked at between tags only; a filter that does not end is stopped with its thread, see `template-threads.ts`.
 */
const LIMITS = {
  own: { renderLimit: 10_000, memoryLimit: Number.MAX_SAFE_INTEGER },
  foreign: { renderLimit: 1_000, memoryLimit: 1_000_000 },
} as const;

const engines: Readonly<Record<Escaping, Liquid>> = {
  json: createEngine('json'),
  html: createEngine('html'),
  none: createEngine('none'),
};

const KEPT = 200;
const parsed = new Map<string, Template[]>();

/**
 * Fills in a template; outputs are escaped as the media type needs it, unless they are marked `raw`. Templates that
 * users write (`foreign`) are rendered in a thread only; our own ones are trusted with summaries of any size.
 */
export function renderTemplate(
  template: string,
  mimeType: string,
  variables: Readonly<Record<string, unknown>>,
  whose: keyof typeof LIMITS,
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
