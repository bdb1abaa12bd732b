import { isJsonObject, type JsonObject } from '../schema/schema-node.ts';
import { isAtLeast } from '../spec-version.ts';
import type { WriteTarget } from './write-options.ts';

/** Whether a list may mix licences and expressions, or contain several expressions. */
function allowsMixedLists({ format, specVersion }: WriteTarget): boolean {
  if (isAtLeast(specVersion, '1.7')) return true;
  return format === 'json' && !isAtLeast(specVersion, '1.5');
}

function expressionAsName(item: JsonObject): JsonObject {
  const { acknowledgement, 'bom-ref': reference } = item;
  return {
    license: {
      ...(reference === undefined ? {} : { 'bom-ref': reference }),
      name: item.expression,
      ...(acknowledgement === undefined ? {} : { acknowledgement }),
    },
  };
}

/** Turns an id that is not on the SPDX list into a name. */
function adaptLicense(item: JsonObject, isSpdxId: (id: string) => boolean): JsonObject {
  const license = item.license;
  if (!isJsonObject(license) || typeof license.id !== 'string') return item;
  const isKnown = isSpdxId(license.id);
  if (isKnown && license.name === undefined) return item;
  const { id, name, ...rest } = license;
  return { license: isKnown ? { id, ...rest } : { name: name ?? id, ...rest } };
}

/** Converts a list of licences to a form that the target version allows. Returns the list itself if nothing changes. */
export function adaptLicenses(
  list: unknown,
  target: WriteTarget,
  isSpdxId: (id: string) => boolean,
): unknown {
  if (!Array.isArray(list)) return list;
  const noExpressions = target.specVersion === '1.0' || (list.length > 1 && !allowsMixedLists(target));
  const adapted = list.map((item) => {
    if (!isJsonObject(item)) return item;
    if (item.expression === undefined) return adaptLicense(item, isSpdxId);
    return noExpressions ? expressionAsName(item) : item;
  });
  return adapted.every((item, index) => item === list[index]) ? list : adapted;
}
