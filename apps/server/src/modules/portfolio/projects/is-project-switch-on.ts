import type { ProjectPropertyKey } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import { findPropertyValue } from './project-property-store.ts';

/** Whether the project property has the value "true". */
export async function isProjectSwitchOn(
  db: Db,
  projectId: number,
  key: ProjectPropertyKey,
): Promise<boolean> {
  const value = await findPropertyValue(db, projectId, key.groupName, key.propertyName);
  return value?.trim().toLowerCase() === 'true';
}
