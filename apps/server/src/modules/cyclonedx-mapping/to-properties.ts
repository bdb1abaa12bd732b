import type { Property } from '@tallyman/cyclonedx';
import { hashText } from '../../platform/text-hash.ts';

/** A property of a component as it is stored. */
interface StoredProperty {
  readonly uuid: string;
  readonly groupName?: string;
  readonly propertyName: string;
  readonly propertyValue?: string;
  readonly propertyType: 'STRING';
}

/** "The name is split at the first `:` into group and name." Order and repetitions are kept. */
export function toProperties(properties: readonly Property[] | undefined): StoredProperty[] | null {
  if (!properties?.length) return null;
  return properties.map(toProperty);
}

/** Before 1.6 a property may have no name. */
function toProperty({ name = '', value }: Partial<Property>, index: number): StoredProperty {
  const colon = name.indexOf(':');
  const isSplit = colon > 0 && colon < name.length - 1;
  return {
    uuid: toPropertyUuid(`${index}\n${name}\n${value ?? ''}`),
    ...(isSplit ? { groupName: name.slice(0, colon) } : {}),
    propertyName: isSplit ? name.slice(colon + 1) : name,
    ...(value === undefined ? {} : { propertyValue: value }),
    propertyType: 'STRING',
  };
}

/** The same property of the same document always gets the same UUID, so that an unchanged upload writes nothing. */
function toPropertyUuid(text: string): string {
  const digits = toDigits(text) + toDigits(`${text}\n`);
  // Version 8 of RFC 9562 is for custom UUIDs.
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}

function toDigits(text: string): string {
  return hashText(text).toString(16).padStart(16, '0');
}
