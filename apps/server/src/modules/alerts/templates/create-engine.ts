import { type Context, type Emitter, type FilterImplOptions, Liquid, toValue } from 'liquidjs';
import { describeComponent, describeProject } from './message-facts.ts';

/** Longer templates are not parsed. */
const PARSE_LIMIT = 65_536;

/** Tags that load other templates. */
const REMOVED_TAGS = ['include', 'render', 'layout', 'block'];

/** Filters that evaluate an expression for each element. The engine checks no limit while they do. */
const REMOVED_FILTERS = ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'];

/** Filters whose first argument names a property. Liquid evaluates it as an expression; here it must be a path. */
const PROPERTY_FILTERS = ['where', 'reject', 'group_by', 'has', 'find', 'find_index'];

const PROPERTY_PATH = /^[\w-]+(\.[\w-]+)*$/;

type Filter = (this: { readonly context: Context }, ...given: unknown[]) => unknown;

/** Additional filters. Text from outside must neither break the message nor mention everybody in a chat. */
const CUSTOM_FILTERS: Readonly<Record<string, (value: unknown, argument?: unknown) => string>> = {
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

export type Escaping = 'json' | 'html' | 'none';

const ESCAPES = {
  json: (value: unknown) => JSON.stringify(toText(value)).slice(1, -1),
  html: 'escape',
  none: undefined,
} as const;

/**
 * Templates have access to their variables only: no files, no prototypes, no other templates. Everything that a filter or
 * a tag builds counts towards the memory limit of the rendering, so that no single value can exhaust the process.
 */
export function createEngine(escaping: Escaping): Liquid {
  const outputEscape = ESCAPES[escaping];
  const engine = new Liquid({
    parseLimit: PARSE_LIMIT,
    ...(outputEscape ? { outputEscape } : {}),
    ownPropertyOnly: true,
    strictFilters: true,
    timezoneOffset: 0,
    templates: {},
  });
  for (const tag of REMOVED_TAGS) delete engine.tags[tag];
  for (const [name, filter] of Object.entries(CUSTOM_FILTERS)) engine.registerFilter(name, filter);
  for (const name of REMOVED_FILTERS) delete engine.filters[name];
  for (const [name, filter] of Object.entries(engine.filters))
    engine.registerFilter(name, withMemoryLimit(name, filter));
  countOutput(engine);
  return engine;
}

/** Wraps a filter so that the size of its result counts towards the memory limit. */
function withMemoryLimit(name: string, options: FilterImplOptions): FilterImplOptions {
  const raw = typeof options === 'function' ? undefined : options.raw;
  const filter = (typeof options === 'function' ? options : options.handler) as Filter;
  const takesProperty = PROPERTY_FILTERS.includes(name);
  function* handler(this: { readonly context: Context }, ...given: unknown[]): Generator<unknown, unknown> {
    if (takesProperty) requirePropertyPath(name, given[1]);
    const result = yield filter.apply(this, given);
    this.context.memoryLimit.use(sizeOf(result));
    return result;
  }
  return raw === undefined ? handler : { raw, handler };
}

/** An array may hold one long text many times. Joined, it is as large as all of them together. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 0;
  let size = value.length;
  for (const element of value) size += sizeOf(element);
  return size;
}

function requirePropertyPath(filter: string, property: unknown): void {
  if (PROPERTY_PATH.test(String(toValue(property)))) return;
  throw new Error(`${filter} takes the name of a property, such as "severity" or "component.name"`);
}

/** Counts the output of tags as well, also when it is captured. */
function countOutput({ renderer }: Liquid): void {
  const render = renderer.renderTemplates.bind(renderer);
  renderer.renderTemplates = (templates, context, emitter) =>
    render(templates, context, emitter ?? createCountingEmitter(context));
}

function createCountingEmitter({ memoryLimit }: Context): Emitter {
  return {
    buffer: '',
    write(value: unknown) {
      const text = toOutput(value);
      memoryLimit.use(text.length);
      this.buffer += text;
    },
  };
}

function toOutput(value: unknown): string {
  const plain: unknown = toValue(value);
  if (Array.isArray(plain)) return plain.map(toOutput).join('');
  return plain === null || plain === undefined ? '' : String(plain);
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A project as `name : version`; a component as its package URL, otherwise as `group : name : version`. */
function summarize(value: unknown): string {
  if (typeof value !== 'object' || value === null) return toText(value);
  const object = value as Readonly<Record<string, unknown>>;
  return ('isActive' in object ? describeProject(object) : describeComponent(object)) ?? '';
}
