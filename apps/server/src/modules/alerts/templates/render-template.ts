import type { Liquid, Template } from 'liquidjs';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import { createEngine, type Escaping } from './create-engine.ts';

/** A template that does not parse, or exceeds its limits. The message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * Limits of a rendering: milliseconds, and characters plus list elements that it builds. The engine checks the time between
 * tags only. A filter that does not end is stopped with its thread, see `template-threads.ts`.
 */
const LIMITS = {
  builtin: { renderLimit: 10_000, memoryLimit: Number.MAX_SAFE_INTEGER },
  custom: { renderLimit: 1_000, memoryLimit: 1_000_000 },
} as const;

const engines: Readonly<Record<Escaping, Liquid>> = {
  json: createEngine('json'),
  html: createEngine('html'),
  none: createEngine('none'),
};

const parsed = new BoundedMap<string, Template[]>(200);

/**
 * Renders a template. Outputs are escaped for the media type unless they are marked `raw`. `custom` templates are rendered
 * in a thread only; `builtin` ones are trusted with summaries of any size. Throws a `TemplateError`.
 */
export function renderTemplate(
  template: string,
  mimeType: string,
  variables: Readonly<Record<string, unknown>>,
  origin: keyof typeof LIMITS,
): string {
  const escaping = escapingOf(mimeType);
  try {
    const parsedTemplate = parse(template, escaping);
    return String(engines[escaping].renderSync(parsedTemplate, { ...variables }, LIMITS[origin]));
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : String(error));
  }
}

/** Throws a `TemplateError` if the template does not parse. */
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
  parsed.set(key, templates);
  return templates;
}

function escapingOf(mimeType: string): Escaping {
  const type = mimeType.toLowerCase();
  if (/[/+]json\b/.test(type)) return 'json';
  return /\b(html|xml)\b/.test(type) ? 'html' : 'none';
}
