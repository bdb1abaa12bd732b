import { isJsonObject } from '../schema/schema-node.ts';

/** Members that say which component or service is meant. All of them are texts. */
const IDENTIFYING = ['group', 'version', 'purl', 'cpe', 'bom-ref'] as const;

/**
 * Whether an item of a list says what it is about, however much else of it breaks the schema. Only then may its
 * violations be ignored: dropping a member that identifies would turn the item into another one. Lists other than
 * components and services identify nothing that is matched.
 */
export function isIdentified(listName: string, item: unknown): boolean {
  if (listName !== 'components' && listName !== 'services') return true;
  if (!isJsonObject(item) || !isList(item[listName])) return false;
  const { name, swid } = item;
  if (typeof name !== 'string' || name.trim() === '') return false;
  return IDENTIFYING.every((member) => isText(item[member])) && isTagged(swid);
}

/** Whether a document without its lists still has all components and services that it was written with. */
export function keepsLists(document: unknown): boolean {
  if (!isJsonObject(document)) return false;
  const { metadata, components, services } = document;
  return isList(components) && isList(services) && isList(nestedIn(metadata));
}

function nestedIn(metadata: unknown): unknown {
  const component = isJsonObject(metadata) ? metadata.component : undefined;
  return isJsonObject(component) ? component.components : undefined;
}

/** `null` says as much as nothing. */
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
