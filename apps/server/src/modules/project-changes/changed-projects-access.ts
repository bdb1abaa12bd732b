import { type RawBuilder, sql } from 'kysely';
import type { ProjectChangeConsumer } from './project-change.ts';

/** Ids of the projects with changes that a consumer has not followed yet. A project may occur several times. */
export function changedProjects(consumer: ProjectChangeConsumer): RawBuilder<unknown> {
  return sql`select project_id from project_change where consumer = ${sql.lit(consumer)}`;
}
