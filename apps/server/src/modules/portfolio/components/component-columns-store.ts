import type {
  Classifier,
  ComponentProperty,
  HashName,
  OrganizationMembers,
  Person,
  Reference,
  Scope,
} from '@tallyman/contract';
import { type InferResult, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Component, DB } from '../../../platform/db/database.generated.ts';
import type { Db } from '../../../platform/db/database.ts';
import { metricsOfComponent } from '../../metric-values/shown-metrics-access.ts';
import { directDependencies } from '../graph/dependency-columns-store.ts';

export type ComponentQuery = SelectQueryBuilder<DB, 'component', Selectable<Component>>;

export type ComponentRow = InferResult<ReturnType<typeof selectComponents>>[number];
export type LinkedComponentRow = InferResult<ReturnType<typeof selectLinkedComponents>>[number];

/** The columns of the project that components and services show. */
export interface OwnerRow {
  readonly uuid: string;
  readonly group_name: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly classifier: Classifier | null;
  readonly is_latest: boolean;
  readonly active: boolean;
}

/** @public The types of statements in other files contain it. */
export interface ResolvedLicenseRow {
  readonly uuid: string;
  readonly license_id: string;
  readonly name: string;
  readonly is_osi_approved: boolean;
  readonly is_fsf_libre: boolean;
  readonly is_deprecated: boolean;
  readonly is_custom: boolean;
}

/**
 * The columns that responses need. Projects, licences and dependencies are looked up only for the rows of `components`:
 * apply limit and offset there.
 */
export function selectComponents(db: Db, components: ComponentQuery) {
  return db
    .selectFrom(components.as('c'))
    .select([
      'c.id',
      'c.uuid',
      'c.project_id',
      'c.name',
      'c.group_name',
      'c.version',
      'c.purl',
      'c.purl_coordinates',
      'c.purl_with_source',
      'c.cpe',
      'c.swid_tag_id',
      'c.publisher',
      'c.description',
      'c.copyright',
      'c.filename',
      'c.extension',
      'c.license_id',
      'c.license_name',
      'c.license_expression',
      'c.license_url',
      'c.is_internal',
      'c.notes',
      'c.occurrence_count',
    ])
    .select((eb) => [
      eb.ref('c.classifier').$castTo<Classifier>().as('classifier'),
      eb.ref('c.scope').$castTo<Scope | null>().as('scope'),
      eb.ref('c.hashes').$castTo<Partial<Record<HashName, string>> | null>().as('hashes'),
      eb.ref('c.authors').$castTo<Person[] | null>().as('authors'),
      eb.ref('c.supplier').$castTo<OrganizationMembers | null>().as('supplier'),
      eb.ref('c.external_references').$castTo<Reference[] | null>().as('external_references'),
      owner.as('project'),
      metricsOfComponent('c.id', 'c.project_id').as('metrics'),
      resolvedLicense.as('resolved_license'),
    ]);
}

/** The same columns with the direct dependencies of each component. */
export function selectLinkedComponents(db: Db, components: ComponentQuery) {
  return selectComponents(db, components).select(
    directDependencies(sql.ref('c.project_id'), sql.ref('c.id')).as('direct_dependencies'),
  );
}

/** The project of the row `c`. */
export const owner = sql<OwnerRow>`(
  select json_build_object('uuid', project.uuid, 'group_name', project.group_name, 'name', project.name,
    'version', project.version, 'classifier', project.classifier, 'is_latest', project.is_latest,
    'active', project.inactive_since is null)
  from project where project.id = c.project_id)`;

const resolvedLicense = sql<ResolvedLicenseRow | null>`(
  select json_build_object('uuid', license.uuid, 'license_id', license.license_id, 'name', license.name,
    'is_osi_approved', license.is_osi_approved, 'is_fsf_libre', license.is_fsf_libre,
    'is_deprecated', license.is_deprecated, 'is_custom', license.is_custom)
  from license where license.id = c.license_id)`;

export interface ParentRow {
  readonly uuid: string;
  readonly group_name: string | null;
  readonly name: string;
  readonly version: string | null;
}

/** The component that contains the component `c`. */
export const parentComponent = sql<ParentRow | null>`(
  select json_build_object('uuid', parent.uuid, 'group_name', parent.group_name, 'name', parent.name,
    'version', parent.version)
  from component parent where parent.id = c.parent_id and parent.removed_at is null)`;

export const properties = sql<ComponentProperty[] | null>`c.properties`;
