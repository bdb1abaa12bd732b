import type { ProjectPropertyKey } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import { findPropertyValue } from './property-store.ts';

/** Whether a project has a property with the value "true". */
export async function hasSwitchedOn(db: Db, projectId: number, key: ProjectPropertyKey): Promise<boolean> {
  const value = await findPropertyValue(db, projectId, key.groupName, key.propertyName);
  return value?.trim().toLowerCase() === 'true';
}
