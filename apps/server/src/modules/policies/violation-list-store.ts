import type {
  ConciseLicense,
  PolicyConditionOperator,
  PolicyConditionSubject,
  PolicyOperator,
  ViolationAnalysisState,
  ViolationState,
  ViolationType,
} from '@tallyman/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

export interface ViolationRow {
  readonly id: number;
  readonly uuid: string;
  readonly type: ViolationType;
  readonly occurred_at: Date;
  readonly project: {
    readonly uuid: string;
    readonly name: string;
    readonly version: string | null;
    readonly tags: string[];
  };
  readonly component: {
    readonly uuid: string;
    readonly name: string;
    readonly version: string | null;
    readonly group: string | null;
    readonly purl: string | null;
    readonly classifier: string | null;
    readonly license_name: string | null;
    readonly license_expression: string | null;
    readonly hashes: Readonly<Record<string, string>> | null;
  };
  readonly license: ConciseLicense | null;
  readonly condition: {
    readonly uuid: string;
    readonly subject: PolicyConditionSubject;
    readonly operator: PolicyConditionOperator;
    readonly value: string;
    readonly violationType: ViolationType | null;
  };
  readonly policy: {
    readonly uuid: string;
    readonly name: string;
    readonly operator: PolicyOperator;
    readonly violationState: ViolationState;
    readonly includeChildren: boolean;
    readonly onlyLatestProjectVersion: boolean;
  };
  readonly analysis_state: ViolationAnalysisState | null;
  readonly is_suppressed: boolean | null;
}

export interface ViolationFilter {
  readonly projectUuid?: string;
  readonly componentUuid?: string;
  readonly violationUuid?: string;
  /** Whether to include suppressed violations. */
  readonly suppressed: boolean;
  /** Whether to include inactive projects. */
  readonly showInactive: boolean;
  readonly violationStates?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  readonly policies?: readonly string[] | undefined;
  readonly analysisStates?: readonly string[] | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly text?: { readonly fields: readonly string[]; readonly input: string } | undefined;
}

const source = sql`
  from policy_violation violation
  join policy_condition condition on condition.id = violation.condition_id
  join policy on policy.id = condition.policy_id
  join component on component.id = violation.component_id and component.removed_at is null
  join project on project.id = violation.project_id
  left join license on license.id = component.license_id
  left join policy_violation_analysis analysis on analysis.violation_id = violation.id`;

const columns = sql`
  violation.id, violation.uuid, violation.type, violation.occurred_at,
  json_build_object('uuid', project.uuid, 'name', project.name, 'version', project.version,
    'description', project.description, 'purl', project.purl, 'is_active', project.inactive_since is null,
    'tags', array(
    select tag.name from project_tag join tag on tag.id = project_tag.tag_id
    where project_tag.project_id = project.id order by tag.name)) as project,
  json_build_object('uuid', component.uuid, 'name', component.name, 'version', component.version,
    'group', component.group_name, 'purl', component.purl, 'classifier', component.classifier,
    'license_name', component.license_name, 'license_expression', component.license_expression,
    'hashes', component.hashes) as component,
  case when license.id is not null then json_build_object('uuid', license.uuid, 'name', license.name,
    'licenseId', license.license_id, 'isOsiApproved', license.is_osi_approved,
    'isFsfLibre', license.is_fsf_libre, 'isDeprecatedLicenseId', license.is_deprecated,
    'isCustomLicense', license.is_custom) end as license,
  json_build_object('uuid', condition.uuid, 'subject', condition.subject, 'operator', condition.operator,
    'value', condition.value, 'violationType', condition.violation_type) as condition,
  json_build_object('uuid', policy.uuid, 'name', policy.name, 'operator', policy.operator,
    'violationState', policy.violation_state, 'includeChildren', policy.include_children,
    'onlyLatestProjectVersion', policy.only_latest_project_version) as policy,
  analysis.state as analysis_state, analysis.is_suppressed`;

const SORTED_BY = {
  timestamp: 'violation.occurred_at',
  type: 'violation.type',
  'policyCondition.policy.name': 'policy.name',
  'policyCondition.policy.violationState': 'policy.violation_state',
  'component.name': 'component.name',
  'project.name': 'project.name',
} as const;

export async function listViolations(
  db: Db,
  principal: Principal,
  filter: ViolationFilter,
  page: Page,
): Promise<Paged<ViolationRow>> {
  const where = toCondition(principal, filter);
  const sort = sortColumn(page, SORTED_BY);
  const order = sort
    ? sql`${sql.ref(sort)} ${page.descending ? sql`desc` : sql`asc`}, violation.id`
    : sql`violation.occurred_at desc, violation.id`;
  const { rows } = await sql<ViolationRow>`
    select ${columns} ${source} where ${where} order by ${order} offset ${page.offset} limit ${page.limit}`.execute(
    db,
  );
  const count = async () => {
    const counted = await sql<{ total: number }>`select count(*) as total ${source} where ${where}`.execute(
      db,
    );
    return Number(counted.rows[0]?.total ?? 0);
  };
  return { rows, total: await totalOf(page, rows.length, count) };
}

export async function findViolation(
  db: Db,
  principal: Principal,
  componentUuid: string,
  violationUuid: string,
): Promise<ViolationRow | undefined> {
  const where = toCondition(principal, {
    componentUuid,
    violationUuid,
    suppressed: true,
    showInactive: true,
  });
  const { rows } = await sql<ViolationRow>`select ${columns} ${source} where ${where}`.execute(db);
  return rows[0];
}

export async function isComponentVisible(db: Db, principal: Principal, uuid: string): Promise<boolean> {
  const { rows } = await sql`
    select from component where uuid = ${uuid} and removed_at is null
      and ${mayAccess(principal, 'component.project_id')}`.execute(db);
  return rows.length > 0;
}

const TEXTS: Readonly<Record<string, RawBuilder<unknown>>> = {
  policy_name: sql`policy.name`,
  component: sql`concat_ws(' ', component.group_name, component.name, component.version)`,
  license: sql`concat_ws(' ', license.license_id, license.name, component.license_name)`,
  project_name: sql`concat_ws(' ', project.name, project.version)`,
};

function toCondition(principal: Principal, filter: ViolationFilter): RawBuilder<unknown> {
  const oneOf = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
    values && values.length > 0 ? [sql`${column} = any(${[...values]}::text[])`] : [];
  const texts = (filter.text?.fields ?? []).flatMap((field) => TEXTS[field] ?? []);
  const conditions = [
    sql`violation.inactive_since is null`,
    mayAccess(principal, 'project.id'),
    ...(filter.projectUuid ? [sql`project.uuid = ${filter.projectUuid}`] : []),
    ...(filter.componentUuid ? [sql`component.uuid = ${filter.componentUuid}`] : []),
    ...(filter.violationUuid ? [sql`violation.uuid = ${filter.violationUuid}`] : []),
    ...(filter.suppressed ? [] : [sql`analysis.is_suppressed is not true`]),
    ...(filter.showInactive ? [] : [sql`project.inactive_since is null`]),
    ...oneOf(sql`policy.violation_state`, filter.violationStates),
    ...oneOf(sql`violation.type`, filter.types),
    ...oneOf(sql`policy.uuid::text`, filter.policies),
    ...oneOf(sql`coalesce(analysis.state, 'NOT_SET')`, filter.analysisStates),
    ...(filter.from ? [sql`violation.occurred_at >= ${filter.from}`] : []),
    ...(filter.to ? [sql`violation.occurred_at < ${filter.to}`] : []),
    ...(filter.text && texts.length > 0
      ? [sql`strpos(lower(concat_ws(' ', ${sql.join(texts)})), lower(${filter.text.input})) > 0`]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}

export interface ViolationComment {
  readonly at: Date;
  readonly commenter: string | null;
  readonly comment: string;
}

export async function listViolationComments(db: Db, violationId: number): Promise<ViolationComment[]> {
  const { rows } = await sql<ViolationComment>`
    select at, commenter, comment from policy_violation_audit where violation_id = ${violationId} order by id`.execute(
    db,
  );
  return rows;
}
