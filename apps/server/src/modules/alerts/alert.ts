import type { AlertDigest, AlertLevel, AlertScope, NotificationGroup, TriggerType } from '@tallyman/contract';

/** What decides whether an alert asks for a notification. */
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
  /** Which projects its owner may see: all, or those of these teams. */
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

/** What limits are held against; nothing of a notification that is about no project. */
export interface ProjectFacts {
  readonly uuid: string;
  /** From the project itself upwards. */
  readonly ancestry: readonly number[];
  readonly tagIds: readonly number[];
  readonly isLatest: boolean;
  /** Teams that may see it, because they are mapped to it or to a project above it. */
  readonly accessTeamIds: readonly number[];
}
