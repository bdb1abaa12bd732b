import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ClonedProject } from '../portfolio/clone/clone-project.ts';

/** Rows of (id, copy_id). */
function copiesOf({ components }: ClonedProject): RawBuilder<unknown> {
  return sql`unnest(
    ${components.map(({ id }) => id)}::bigint[],
    ${components.map(({ copyId }) => copyId)}::bigint[]) as copy (id, copy_id)`;
}

export async function copyViolationRows(tx: Tx, clone: ClonedProject): Promise<void> {
  await sql`
    insert into policy_violation (uuid, component_id, project_id, condition_id, type, occurred_at)
    select gen_random_uuid(), copy.copy_id, ${clone.cloneId}::bigint, condition_id, type, occurred_at
    from ${copiesOf(clone)} join policy_violation violation on violation.component_id = copy.id
    where violation.inactive_since is null`.execute(tx);
}

export async function copyViolationDecisions(tx: Tx, clone: ClonedProject): Promise<void> {
  const pairs = sql`
    ${copiesOf(clone)}
    join policy_violation original on original.component_id = copy.id
    join policy_violation copied on copied.component_id = copy.copy_id
      and copied.condition_id = original.condition_id`;
  await sql`
    insert into policy_violation_analysis (violation_id, state, is_suppressed)
    select copied.id, state, is_suppressed
    from ${pairs} join policy_violation_analysis analysis on analysis.violation_id = original.id`.execute(tx);
  await sql`
    insert into policy_violation_audit (violation_id, at, commenter, comment)
    select copied.id, at, commenter, comment
    from ${pairs} join policy_violation_audit audit on audit.violation_id = original.id
    order by audit.id`.execute(tx);
}
