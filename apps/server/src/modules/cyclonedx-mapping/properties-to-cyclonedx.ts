import type { Property } from '@tallyman/cyclonedx';

export interface StoredProperty {
  readonly groupName?: string | null;
  readonly propertyName: string;
  readonly propertyValue?: string | null;
}

/** The inverse of `toProperties`: joins group and name as `group:name`. */
export function propertiesToCyclonedx(properties: readonly StoredProperty[] | null): Property[] | undefined {
  return properties?.map(({ groupName, propertyName, propertyValue }) => ({
    name: groupName ? `${groupName}:${propertyName}` : propertyName,
    ...(propertyValue === undefined || propertyValue === null ? {} : { value: propertyValue }),
  }));
}
