import type { AlertDigest, AlertLevel, AlertScope, NotificationGroup, TriggerType } from '@tallyman/contract';

/** The conditions that a notification must meet to be sent by an alert. */
export interface AlertConditions {
  readonly isEnabled: boolean;
  readonly triggerType: TriggerType;
  readonly scope: AlertScope;
  readonly level: AlertLevel;
  readonly groups: readonly NotificationGroup[];
  readonly projectIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly notifyChildren: boolean;
  readonly latestOnly: boolean;
  readonly filterExpression: string | null;
  /** Whether its owner may see all projects; otherwise those of `seenTeamIds`. */
  readonly seesAll: boolean;
  readonly seenTeamIds: readonly number[];
}

export interface MatchedAlert extends AlertConditions {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly updatedAt: Date;
  readonly digest: AlertDigest;
}

/** The properties of a project that alerts can be limited by. */
export interface ProjectFacts {
  readonly uuid: string;
  /** Ids from the project itself up to its root. */
  readonly ancestry: readonly number[];
  readonly tagIds: readonly number[];
  readonly isLatest: boolean;
  /** Teams that may see it: they are mapped to it or to one of its ancestors. */
  readonly accessTeamIds: readonly number[];
}
