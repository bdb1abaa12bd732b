import type { ProjectProperty } from '@tallyman/contract';
import type { PropertyRow } from './project-property-store.ts';

export function presentProjectProperty(row: PropertyRow): ProjectProperty {
  return {
    groupName: row.group_name,
    propertyName: row.name,
    propertyValue: row.value ?? undefined,
    propertyType: row.type,
    description: row.description ?? undefined,
  };
}
