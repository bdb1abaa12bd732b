import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

/** Finds the exported columns of a project even if the principal may not see it; `accessible` tells whether it may. */
export function findExportedProject(db: Db, principal: Principal, uuid: string) {
  return db
    .selectFrom('project')
    .select(['project.id', 'project.uuid', 'project.name', 'project.version', 'project.description'])
    .select([
      'project.purl',
      'project.cpe',
      mayAccess(principal, 'project.id').$castTo<boolean>().as('accessible'),
    ])
    .where('project.uuid', '=', uuid)
    .executeTakeFirst();
}
