import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ProjectMetricsRow } from '../metric-values/metric-numbers.ts';
import { metricsOfProject } from '../metric-values/shown-metrics-access.ts';

export type BadgeProject = { readonly uuid: string } | { readonly name: string; readonly version: string };

export interface MeasuredProject {
  readonly uuid: string;
  /** Null until the project is counted for the first time. */
  readonly metrics: ProjectMetricsRow | null;
}

/** Without an access rule: badges are public. */
export function findMeasuredProject(db: Db, key: BadgeProject): Promise<MeasuredProject | undefined> {
  const isNamed =
    'uuid' in key
      ? sql<boolean>`project.uuid = ${key.uuid}`
      : sql<boolean>`project.name = ${key.name} and project.version = ${key.version}`;
  return db
    .selectFrom('project')
    .select(['project.uuid', metricsOfProject('project.id').as('metrics')])
    .where(isNamed)
    .executeTakeFirst();
}
