import { isJsonObject } from '../schema/schema-node.ts';

/** Members that identify a component or service. All of them are strings. */
const IDENTIFYING = ['group', 'version', 'purl', 'cpe', 'bom-ref'] as const;

/**
 * Whether the identifying members of a list item are valid. Only then may its other violations be ignored: dropping an
 * identifying member would change which component it is. Items of other lists are not matched, so they always count as
 * identified.
 */
export function isIdentified(listName: string, item: unknown): boolean {
  if (listName !== 'components' && listName !== 'services') return true;
  if (!isJsonObject(item) || !isList(item[listName])) return false;
  const { name, swid } = item;
  if (typeof name !== 'string' || name.trim() === '') return false;
  return IDENTIFYING.every((member) => isText(item[member])) && isTagged(swid);
}

/** Whether the document itself hides no components or services, for example as members of the wrong type. */
export function keepsLists(document: unknown): boolean {
  if (!isJsonObject(document)) return false;
  const { metadata, components, services } = document;
  return isList(components) && isList(services) && isList(nestedIn(metadata));
}

function nestedIn(metadata: unknown): unknown {
  const component = isJsonObject(metadata) ? metadata.component : undefined;
  return isJsonObject(component) ? component.components : undefined;
}

/** Null counts as absent. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function isText(value: unknown): boolean {
  return isMissing(value) || typeof value === 'string';
}

function isList(value: unknown): boolean {
  return isMissing(value) || Array.isArray(value);
}

function isTagged(swid: unknown): boolean {
  if (isMissing(swid)) return true;
  return isJsonObject(swid) && isText(swid.tagId);
}
