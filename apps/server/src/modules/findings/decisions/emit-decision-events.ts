import { Group, VulnerabilityAnalysisDecisionChangeSubjectSchema } from '@tallyman/contract/notification';
import type { Tx } from '../../../platform/db/database.ts';
import { emitEvents } from '../../notifications/emit-events.ts';
import type { Event } from '../../notifications/event.ts';
import { recordFlood } from '../../notifications/record-flood.ts';
import { type FindSubject, loadFindingSubjects } from '../load-finding-subjects.ts';
import { createSubjectEncoder, type EncodeSubject } from './decision-subject-encoder.ts';
import type { ChangedFinding } from './plan-decisions.ts';

/** "A state or suppression change emits PROJECT_AUDIT_CHANGE": one event per finding. */
export async function emitDecisionEvents(
  tx: Tx,
  now: Date,
  changed: readonly ChangedFinding[],
): Promise<void> {
  const notifiable = changed.filter(isNotifiable);
  if (notifiable.length === 0) return;
  const about = notifiable.map(({ after }) => after);
  const projectIds = about.map(({ projectId }) => projectId);
  if (await recordFlood(tx, Group.PROJECT_AUDIT_CHANGE, projectIds)) return;
  const findSubject = await loadFindingSubjects(tx, about);
  const encode = createSubjectEncoder();
  const events = notifiable.map((finding) => toEvent(finding, findSubject, encode));
  await emitEvents(
    tx,
    now,
    events.filter((event) => event !== undefined),
  );
}

function isNotifiable({ before, after }: ChangedFinding): boolean {
  return (
    before.fields.state !== after.fields.state || before.fields.isSuppressed !== after.fields.isSuppressed
  );
}

function toEvent(
  finding: ChangedFinding,
  findSubject: FindSubject,
  encode: EncodeSubject,
): Event | undefined {
  const { state, isSuppressed } = finding.after.fields;
  const about = findSubject(finding.after);
  if (!about) return undefined;
  return {
    group: Group.PROJECT_AUDIT_CHANGE,
    title: toTitle(finding),
    content: 'An analysis decision was made to a finding affecting a project',
    subject: {
      schema: VulnerabilityAnalysisDecisionChangeSubjectSchema,
      encoded: encode(about, state, isSuppressed),
    },
    projectUuid: about.project.uuid,
  };
}

function toTitle({ before, after }: ChangedFinding): string {
  if (before.fields.state !== after.fields.state) return `Analysis Decision: ${after.fields.state}`;
  return `Analysis Decision: ${after.fields.isSuppressed ? 'Violation Suppressed' : 'Violation Unsuppressed'}`;
}
