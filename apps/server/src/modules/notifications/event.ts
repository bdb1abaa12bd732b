import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf';
import { Group, Level, Scope } from '@tallyman/contract/notification';

/** Something to notify about. */
export interface Event<Subject extends DescMessage = DescMessage> {
  readonly group: Group;
  /** The default depends on the group, see `levelOf`. */
  readonly level?: Level;
  readonly title: string;
  readonly content: string;
  readonly subject?:
    | { readonly schema: Subject; readonly message: MessageInitShape<Subject> }
    | EncodedSubject;
  /** The project that a portfolio event is about. */
  readonly projectUuid?: string;
}

/** A subject that is already encoded, because it shares most of its bytes with others. */
export interface EncodedSubject {
  readonly schema: DescMessage;
  readonly encoded: Uint8Array;
}

const ERRORS: ReadonlySet<Group> = new Set([
  Group.BOM_PROCESSING_FAILED,
  Group.BOM_VALIDATION_FAILED,
  Group.ANALYZER,
  Group.INTEGRATION,
  Group.REPOSITORY,
  Group.FILE_SYSTEM,
]);

const SYSTEM: ReadonlySet<Group> = new Set([
  Group.CONFIGURATION,
  Group.DATASOURCE_MIRRORING,
  Group.REPOSITORY,
  Group.INTEGRATION,
  Group.FILE_SYSTEM,
  Group.ANALYZER,
  Group.USER_CREATED,
  Group.USER_DELETED,
  Group.AUDIT_LOG,
]);

export function levelOf({ group, level }: Pick<Event, 'group' | 'level'>): Level {
  return level ?? (ERRORS.has(group) ? Level.ERROR : Level.INFORMATIONAL);
}

export function scopeOf(group: Group): Scope {
  return SYSTEM.has(group) ? Scope.SYSTEM : Scope.PORTFOLIO;
}
