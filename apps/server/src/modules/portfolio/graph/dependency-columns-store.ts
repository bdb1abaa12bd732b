import { type RawBuilder, sql } from 'kysely';

/**
 * The direct dependencies of a project or a component as responses have them: a text that contains JSON, null without
 * dependencies. `projectId` and `nodeId` are columns; node 0 is the project itself. The order is stable.
 */
export function directDependencies(
  projectId: RawBuilder<unknown>,
  nodeId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select json_agg(json_strip_nulls(json_build_object(
      'objectType', target.object_type, 'uuid', target.uuid, 'purl', target.purl,
      'purlCoordinates', target.purl_coordinates, 'cpe', target.cpe, 'swidTagId', target.swid_tag_id,
      'group', target.group_name, 'name', target.name, 'version', target.version, 'scope', target.scope
    )) order by target.name, target.version, target.uuid)::text
    from dependency edge cross join lateral ${graphNode(sql.ref('edge.target_id'))} target
    where edge.project_id = ${projectId} and edge.source_id = ${nodeId})`;
}

/** The component or service with a node id of the dependency graph. No row if it was removed. */
export function graphNode(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select 'COMPONENT' as object_type, component.id, component.uuid, component.purl, component.purl_coordinates,
      component.cpe, component.swid_tag_id, component.group_name, component.name, component.version, component.scope
    from component where component.id = ${id} and component.removed_at is null
    union all
    select 'SERVICE', service.id, service.uuid, null, null, null, null, service.group_name, service.name,
      service.version, null
    from service where service.id = ${id} and service.removed_at is null)`;
}
