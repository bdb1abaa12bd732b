import { type RawBuilder, sql } from 'kysely';
import type { FindingAnalysis } from '../../platform/db/database.generated.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ClonedProject } from '../portfolio/clone/clone-project.ts';
import { SET_COLUMNS } from './decisions/decision-store.ts';

/** A table `copy` of the columns `id` and `copy_id`. */
function copiesOf({ components }: ClonedProject): RawBuilder<unknown> {
  return sql`unnest(
    ${components.map(({ id }) => id)}::bigint[],
    ${components.map(({ copyId }) => copyId)}::bigint[]) as copy (id, copy_id)`;
}

/** Copies findings and their attributions. The history of the copies starts now. */
export async function copyFindingRows(tx: Tx, now: Date, clone: ClonedProject): Promise<void> {
  await sql`
    insert into finding (component_id, vulnerability_id, project_id, first_seen, inactive_since, active_since)
    select copy.copy_id, vulnerability_id, ${clone.cloneId}::bigint, first_seen, inactive_since, ${now}::timestamptz
    from ${copiesOf(clone)} join finding on finding.component_id = copy.id`.execute(tx);
  await sql`
    insert into finding_attribution (component_id, vulnerability_id, analyzer, attributed_at, alternate_identifier,
      reference_url, evidence, deleted_at)
    select copy.copy_id, vulnerability_id, analyzer, attributed_at, alternate_identifier, reference_url, evidence,
      deleted_at
    from ${copiesOf(clone)} join finding_attribution f on f.component_id = copy.id`.execute(tx);
}

type CopiedColumn = Exclude<keyof FindingAnalysis, 'component_id' | 'project_id'>;
type MissingColumn = Exclude<CopiedColumn, 'vulnerability_id' | (typeof SET_COLUMNS)[number]>;

/** Does not compile while a column of the table is missing. */
const COPIED: [MissingColumn] extends [never] ? readonly CopiedColumn[] : MissingColumn = [
  'vulnerability_id',
  ...SET_COLUMNS,
];

/** Copies decisions and audit entries. Copied entries belong to no batch, so an undo does not affect the clone. */
export async function copyDecisionRows(tx: Tx, clone: ClonedProject): Promise<void> {
  const columns = sql.join(COPIED.map((column) => sql.ref(column)));
  await sql`
    insert into finding_analysis (component_id, project_id, ${columns})
    select copy.copy_id, ${clone.cloneId}::bigint, ${columns}
    from ${copiesOf(clone)} join finding_analysis analysis on analysis.component_id = copy.id`.execute(tx);
  await sql`
    insert into finding_audit (component_id, vulnerability_id, at, commenter, comment, changes, decided_by)
    select copy.copy_id, vulnerability_id, at, commenter, comment, changes, decided_by
    from ${copiesOf(clone)} join finding_audit entry on entry.component_id = copy.id
    order by entry.id`.execute(tx);
}
