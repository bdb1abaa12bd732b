import type { Adapter } from '../schema/compile-schema.ts';
import { isJsonObject, type JsonObject } from '../schema/schema-node.ts';
import { isAtLeast } from '../spec-version.ts';
import { adaptLicenses } from './adapt-licenses.ts';
import { toLegacyTools } from './adapt-tools.ts';
import type { WriteTarget } from './write-options.ts';

type ObjectAdapter = (value: JsonObject) => JsonObject;

function forObjects(...steps: readonly ObjectAdapter[]): Adapter {
  return (value) => (isJsonObject(value) ? steps.reduce((current, step) => step(current), value) : value);
}

/** Applies `adapt` to a member if it is present. */
function onMember(name: string, adapt: (value: unknown) => unknown): ObjectAdapter {
  return (value) => {
    const before = value[name];
    const after = before === undefined ? undefined : adapt(before);
    return before === after ? value : { ...value, [name]: after };
  };
}

/** Adds a member that the target version requires. */
function withDefault(name: string, fallback: unknown): ObjectAdapter {
  return (value) => (value[name] === undefined ? { ...value, [name]: fallback } : value);
}

function joinNames(authors: unknown): string | undefined {
  if (!Array.isArray(authors)) return undefined;
  const names = authors.map((author) => (isJsonObject(author) ? (author.name ?? author.email) : undefined));
  const known = names.filter((name) => typeof name === 'string');
  return known.length === 0 ? undefined : known.join(', ');
}

/** 1.6 added `authors`; before that there was one string. */
function authorsAsText(value: JsonObject): JsonObject {
  const author = value.author ?? joinNames(value.authors);
  return author === undefined ? value : { ...value, author };
}

/** A version range is allowed only for external components without a version. */
function withoutForbiddenRange(value: JsonObject): JsonObject {
  if (value.versionRange === undefined || (value.isExternal === true && value.version === undefined))
    return value;
  const { versionRange: _, ...rest } = value;
  return rest;
}

function componentSteps({ format, specVersion: version }: WriteTarget): ObjectAdapter[] {
  const steps: ObjectAdapter[] = [withDefault('type', 'library'), withDefault('name', '')];
  // In 1.5 a component has a list of data in JSON and at most one in XML.
  if (format === 'xml' && version === '1.5') steps.push(onMember('data', (data) => [firstOf(data)]));
  if (isAtLeast(version, '1.7')) steps.push(withoutForbiddenRange);
  if (!isAtLeast(version, '1.6')) steps.push(authorsAsText);
  if (!isAtLeast(version, '1.4')) steps.push(withDefault('version', ''));
  if (version === '1.0') {
    steps.push(withDefault('modified', false));
    steps.push(onMember('scope', (scope) => (scope === 'excluded' ? 'optional' : scope)));
  }
  return steps;
}

/** 1.6 moved the manufacturer of the described component from `manufacture` into the component. */
function withManufacture(value: JsonObject): JsonObject {
  const component = value.component;
  const manufacture = value.manufacture ?? (isJsonObject(component) ? component.manufacturer : undefined);
  return manufacture === undefined ? value : { ...value, manufacture };
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** 1.5 split these two by licence. */
function toEarlierAggregate(aggregate: unknown): unknown {
  const match = typeof aggregate === 'string' ? /^(incomplete_(?:first|third)_party)_/.exec(aggregate) : null;
  return match === null ? aggregate : `${match[1]}_only`;
}

const EARLIER_METHODS: ReadonlySet<unknown> = new Set(['CVSSv2', 'CVSSv3', 'CVSSv31', 'OWASP', 'other']);

/** 1.5 added rating methods; before that they were `other`. */
function toEarlierMethod(method: unknown): unknown {
  return EARLIER_METHODS.has(method) ? method : 'other';
}

/**
 * Converts newer forms to the target version, by definition of its schema. Pruning removes what the target version
 * cannot express.
 */
export function toAdapters(
  target: WriteTarget,
  isSpdxId: (id: string) => boolean,
): ReadonlyMap<string, Adapter> {
  const { specVersion } = target;
  const licenses = onMember('licenses', (list) => adaptLicenses(list, target, isSpdxId));
  const tools: ObjectAdapter[] = isAtLeast(specVersion, '1.5') ? [] : [onMember('tools', toLegacyTools)];
  const classified = forObjects(withDefault('flow', 'unknown'), withDefault('classification', ''));
  const adapters = new Map<string, Adapter>([
    ['component', forObjects(licenses, ...componentSteps(target))],
    ['service', forObjects(licenses, withDefault('name', ''))],
    ['metadata', forObjects(licenses, ...tools, ...(isAtLeast(specVersion, '1.6') ? [] : [withManufacture]))],
    ['vulnerability', forObjects(...tools)],
    ['serviceData', classified],
    ['dataClassification', classified],
  ]);
  const evidence = specVersion === '1.5' ? [licenses, onMember('identity', firstOf)] : [licenses];
  adapters.set('componentEvidence', forObjects(...evidence));
  if (!isAtLeast(specVersion, '1.5')) {
    adapters.set('compositions', forObjects(onMember('aggregate', toEarlierAggregate)));
    adapters.set('rating', forObjects(onMember('method', toEarlierMethod)));
  }
  return adapters;
}
