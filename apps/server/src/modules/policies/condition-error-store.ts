import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** The error of a condition in a project; null if it was evaluated. */
export interface ConditionOutcome {
  readonly conditionId: number;
  readonly projectId: number;
  readonly error: string | null;
}

/** Writes changes only. A condition shows the error of one project until that project has none. */
export async function recordConditionErrors(tx: Tx, outcomes: readonly ConditionOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    with given as (
      select * from unnest(${outcomes.map(({ conditionId }) => conditionId)}::bigint[],
        ${outcomes.map(({ projectId }) => projectId)}::bigint[],
        ${outcomes.map(({ error }) => error)}::text[]) as given (id, project_id, error)
    ), chosen as (
      select distinct on (given.id) given.id, given.error,
        case when given.error is not null then given.project_id end as project_id
      from given join policy_condition known on known.id = given.id
      where known.evaluation_error_project is null or exists (
        select from given own where own.id = known.id and own.project_id = known.evaluation_error_project)
      order by given.id, (given.error is not null and given.project_id = known.evaluation_error_project) desc,
        (given.error is not null) desc, given.project_id
    )
    update policy_condition set evaluation_error = chosen.error, evaluation_error_project = chosen.project_id
    from chosen
    where policy_condition.id = chosen.id and (policy_condition.evaluation_error, policy_condition.evaluation_error_project)
      is distinct from (chosen.error, chosen.project_id)`.execute(tx);
}
