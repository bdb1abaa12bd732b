import type {
  Classifier,
  CollectionLogic,
  OrganizationMembers,
  Person,
  ProjectMetadata,
  Reference,
} from '@tallyman/contract';
import { type InferResult, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DB, Project } from '../../../platform/db/database.generated.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { metricsOfProject } from '../../metric-values/shown-metrics-access.ts';
import { mayAccess } from '../access/project-access.ts';

export type ProjectQuery = SelectQueryBuilder<DB, 'project', Selectable<Project>>;

export type ProjectRow = InferResult<ReturnType<typeof selectProjects>>[number];

/** @public The types of statements in other files contain it. */
export interface ParentRow {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | null;
}

/**
 * The columns that responses need. Tags and parents are looked up only for the rows of `projects`: apply limit and
 * offset there.
 */
export function selectProjects(db: Db, principal: Principal, projects: ProjectQuery) {
  return db
    .selectFrom(projects.as('p'))
    .select([
      'p.id',
      'p.uuid',
      'p.name',
      'p.version',
      'p.group_name',
      'p.publisher',
      'p.description',
      'p.cpe',
      'p.purl',
      'p.swid_tag_id',
      'p.is_latest',
      'p.inactive_since',
      'p.last_bom_import',
      'p.last_bom_import_format',
      'p.last_vulnerability_analysis',
    ])
    .select((eb) => [
      eb.ref('p.classifier').$castTo<Classifier | null>().as('classifier'),
      eb.ref('p.collection_logic').$castTo<CollectionLogic | null>().as('collection_logic'),
      eb.ref('p.authors').$castTo<Person[] | null>().as('authors'),
      eb.ref('p.manufacturer').$castTo<OrganizationMembers | null>().as('manufacturer'),
      eb.ref('p.supplier').$castTo<OrganizationMembers | null>().as('supplier'),
      eb.ref('p.external_references').$castTo<Reference[] | null>().as('external_references'),
      eb.ref('p.metadata').$castTo<ProjectMetadata | null>().as('metadata'),
      tagNames.as('tags'),
      metricsOfProject('p.id').as('metrics'),
      collectionTag.as('collection_tag'),
      visibleParent(principal).as('parent'),
    ]);
}

export const tagNames = sql<string[] | null>`(
  select array_agg(tag.name order by tag.name)
  from project_tag join tag on tag.id = project_tag.tag_id
  where project_tag.project_id = p.id)`;

export const hasChildren = sql<boolean>`exists (select from project child where child.parent_id = p.id)`;

const collectionTag = sql<string | null>`(select tag.name from tag where tag.id = p.collection_tag_id)`;

function visibleParent(principal: Principal) {
  return sql<ParentRow | null>`(
    select json_build_object('uuid', parent.uuid, 'name', parent.name, 'version', parent.version)
    from project parent
    where parent.id = p.parent_id and ${mayAccess(principal, 'parent.id')})`;
}
