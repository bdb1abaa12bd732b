import type { ProjectPropertyKey } from '@tallyman/contract';
import { AppError } from '../../../platform/errors.ts';
import type { PropertyRow } from './project-property-store.ts';

export function toPropertyKey({
  groupName,
  propertyName,
}: ProjectPropertyKey): Pick<PropertyRow, 'group_name' | 'name'> {
  return { group_name: groupName.trim(), name: propertyName.trim() };
}

export function propertyNotFound(): AppError {
  return new AppError('not-found', 'A property with the specified group and name could not be found.');
}
