import { sql } from 'kysely';
import type { TestService } from './test-service.ts';

/** Of a component or a service. */
interface Node {
  readonly uuid: string;
}

/** Stores dependencies as an import does. Null is the project. */
export async function dependsOn(
  service: TestService,
  project: Node,
  source: Node | null,
  ...targets: Node[]
): Promise<void> {
  const idOf = (uuid: string) => sql`(
    select id from component where uuid = ${uuid} union all select id from service where uuid = ${uuid})`;
  for (const target of targets) {
    await sql`
      insert into dependency (project_id, source_id, target_id)
      select project.id, ${source ? idOf(source.uuid) : sql`0`}, ${idOf(target.uuid)}
      from project where project.uuid = ${project.uuid}`.execute(service.db);
  }
}

/** Removes a component as an upload without it does. */
export async function removeComponent(service: TestService, { uuid }: Node): Promise<void> {
  await service.db
    .updateTable('component')
    .set({ removed_at: new Date() })
    .where('uuid', '=', uuid)
    .execute();
}
