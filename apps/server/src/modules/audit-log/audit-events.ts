import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { AuditEntry } from '@tallyman/contract';
import { AuditLogEntrySubjectSchema, Group, Level } from '@tallyman/contract/notification';
import type { Event } from '../notifications/event.ts';

export function auditEntryRecorded(entry: AuditEntry): Event {
  const { position, actor, action, subject, changes } = entry;
  const who = actor.name ?? (actor.kind === 'system' ? 'The service' : 'A request without credentials');
  const what = [subject.kind, subject.name].filter((text) => text !== undefined).join(' ');
  return {
    group: Group.AUDIT_LOG,
    ...(action === 'sign-in.failed' && { level: Level.WARNING }),
    title: 'Administrative Action',
    content: `${who}: ${action} (${what})`,
    subject: {
      schema: AuditLogEntrySubjectSchema,
      message: {
        position: BigInt(position),
        occurredAt: timestampFromMs(entry.occurred_at),
        actorKind: actor.kind,
        ...(actor.name !== undefined && { actorName: actor.name }),
        ...(actor.address !== undefined && { address: actor.address }),
        action,
        subjectKind: subject.kind,
        ...(subject.id !== undefined && { subjectId: subject.id }),
        ...(subject.name !== undefined && { subjectName: subject.name }),
        changes: JSON.stringify(changes),
      },
    },
  };
}
