import type { TestService } from './test-service.ts';

/** The stored components of a project in document order, optionally with removed ones. */
export function storedComponents(
  service: TestService,
  projectUuid: string,
  which: 'present' | 'all' = 'present',
) {
  const components = service.db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .selectAll('component')
    .where('project.uuid', '=', projectUuid)
    .orderBy('component.position');
  return (which === 'all' ? components : components.where('component.removed_at', 'is', null)).execute();
}

/** The dependency graph by name. The project is `.`. */
export async function storedEdges(service: TestService, projectUuid: string): Promise<string[]> {
  const [project, components] = await Promise.all([
    service.db.selectFrom('project').select('id').where('uuid', '=', projectUuid).executeTakeFirstOrThrow(),
    storedComponents(service, projectUuid),
  ]);
  const services = await service.db
    .selectFrom('service')
    .selectAll()
    .where('project_id', '=', project.id)
    .execute();
  const names = new Map([...components, ...services].map((node) => [node.id, node.name]));
  const edges = await service.db
    .selectFrom('dependency')
    .selectAll()
    .where('project_id', '=', project.id)
    .execute();
  return edges.map((edge) => `${names.get(edge.source_id) ?? '.'} > ${names.get(edge.target_id)}`).sort();
}
