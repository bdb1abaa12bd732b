import Type, { type Static } from 'typebox';
import { nullable } from './nullable.ts';
import { choice, optional } from './optional.ts';
import { TeamOfUser } from './users-and-teams.ts';
import { LINES, ONE_LINE, PrintableName, Timestamp, Uuid } from './values.ts';

export const ALERT_SCOPES = ['PORTFOLIO', 'SYSTEM'] as const;
export type AlertScope = (typeof ALERT_SCOPES)[number];

/** In ascending order: an alert sends its own level and higher ones. */
export const ALERT_LEVELS = ['INFORMATIONAL', 'WARNING', 'ERROR'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

export const PORTFOLIO_GROUPS = [
  'NEW_VULNERABILITY',
  'NEW_VULNERABLE_DEPENDENCY',
  'VULNERABILITY_RETRACTED',
  'PROJECT_AUDIT_CHANGE',
  'BOM_CONSUMED',
  'BOM_PROCESSED',
  'BOM_PROCESSING_FAILED',
  'BOM_VALIDATION_FAILED',
  'VEX_CONSUMED',
  'VEX_PROCESSED',
  'POLICY_VIOLATION',
  'PROJECT_CREATED',
] as const;

export const SYSTEM_GROUPS = [
  'CONFIGURATION',
  'DATASOURCE_MIRRORING',
  'REPOSITORY',
  'INTEGRATION',
  'FILE_SYSTEM',
  'ANALYZER',
  'USER_CREATED',
  'USER_DELETED',
  'AUDIT_LOG',
] as const;

/** Sent on a schedule, for one alert. */
export const SCHEDULED_GROUPS = ['NEW_VULNERABILITIES_SUMMARY', 'NEW_POLICY_VIOLATIONS_SUMMARY'] as const;

export const NOTIFICATION_GROUPS = [...PORTFOLIO_GROUPS, ...SYSTEM_GROUPS, ...SCHEDULED_GROUPS] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

export const TRIGGER_TYPES = ['EVENT', 'SCHEDULE'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** Whether an event alert sends each notification, or one message per project and upload. */
export const ALERT_DIGESTS = ['NONE', 'UPLOAD'] as const;
export type AlertDigest = (typeof ALERT_DIGESTS)[number];

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED', 'FILTER_FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const Scope = Type.Unsafe<AlertScope>({ type: 'string', enum: [...ALERT_SCOPES] });
const Level = Type.Unsafe<AlertLevel>({ type: 'string', enum: [...ALERT_LEVELS] });
const Group = Type.Unsafe<NotificationGroup>({ type: 'string', enum: [...NOTIFICATION_GROUPS] });
const Status = Type.Unsafe<DeliveryStatus>({ type: 'string', enum: [...DELIVERY_STATUSES] });
const Trigger = Type.Unsafe<TriggerType>({ type: 'string', enum: [...TRIGGER_TYPES] });

const MAX_TEMPLATE_LENGTH = 65_536;
const MAX_CONFIG_LENGTH = 65_536;
const MAX_TAGS = 1000;

const templateMembers = {
  template: optional(
    Type.String({
      maxLength: MAX_TEMPLATE_LENGTH,
      description: 'Liquid template; escaped for the media type',
    }),
  ),
  templateMimeType: optional(Type.String({ maxLength: 255, pattern: '^[\\w.+-]+/[\\w.+-]+(;[^\\r\\n]*)?$' })),
};

const publisherMembers = {
  name: PrintableName,
  extensionName: Type.String({ minLength: 1, maxLength: 64 }),
  description: optional(Type.String({ maxLength: 1024, pattern: LINES })),
  ...templateMembers,
};

export const NewPublisher = Type.Object(publisherMembers, { title: 'NewPublisher' });
export type NewPublisher = Static<typeof NewPublisher>;

export const PublisherUpdate = Type.Object({ uuid: Uuid, ...publisherMembers }, { title: 'PublisherUpdate' });
export type PublisherUpdate = Static<typeof PublisherUpdate>;

const publisherAnswer = {
  uuid: Uuid,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  extensionName: Type.String(),
  templateMimeType: Type.String(),
  defaultPublisher: Type.Boolean(),
};

export const Publisher = Type.Object(
  { ...publisherAnswer, template: Type.Optional(Type.String()) },
  { title: 'Publisher' },
);
export type Publisher = Static<typeof Publisher>;

const Named = Type.Object({ name: Type.String({ maxLength: 255, pattern: ONE_LINE }) });

const levelMembers = {
  level: choice(ALERT_LEVELS, { description: 'The lowest level that is sent' }),
  notificationLevel: choice(ALERT_LEVELS, { description: 'Same as level' }),
};

export const NewAlert = Type.Object(
  {
    name: PrintableName,
    scope: Scope,
    ...levelMembers,
    publisher: Type.Object({ uuid: Uuid }),
  },
  { title: 'NewAlert' },
);
export type NewAlert = Static<typeof NewAlert>;

export const AlertUpdate = Type.Object(
  {
    uuid: Uuid,
    name: PrintableName,
    enabled: optional(Type.Boolean()),
    notifyChildren: optional(Type.Boolean({ description: 'Include descendants of the listed projects' })),
    latestOnly: optional(Type.Boolean({ description: 'Only the latest version of each project' })),
    logSuccessfulPublish: optional(Type.Boolean()),
    scope: Scope,
    ...levelMembers,
    notifyOn: optional(Type.Array(Group, { maxItems: 100 })),
    publisherConfig: optional(
      Type.String({ maxLength: MAX_CONFIG_LENGTH, description: 'JSON; GET …/publisher/{uuid}/configSchema' }),
    ),
    filterExpression: optional(
      Type.String({ maxLength: 2048, description: 'CEL expression on the notification; empty for none' }),
    ),
    digest: choice(ALERT_DIGESTS, {
      description:
        'NONE sends each notification separately. UPLOAD collects NEW_VULNERABILITY, NEW_VULNERABLE_DEPENDENCY and ' +
        'POLICY_VIOLATION and sends one NEW_VULNERABILITIES_SUMMARY or NEW_POLICY_VIOLATIONS_SUMMARY per project ' +
        'and upload. Alerts with a schedule ignore it',
    }),
    tags: optional(Type.Array(Named, { maxItems: MAX_TAGS })),
    scheduleCron: optional(Type.String({ maxLength: 255 })),
    scheduleSkipUnchanged: optional(Type.Boolean({ description: 'Send nothing if nothing is new' })),
  },
  { title: 'AlertUpdate' },
);
export type AlertUpdate = Static<typeof AlertUpdate>;

export const Alert = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    enabled: Type.Boolean(),
    notifyChildren: Type.Boolean(),
    latestOnly: Type.Boolean(),
    logSuccessfulPublish: Type.Boolean(),
    scope: Scope,
    notificationLevel: Level,
    projects: Type.Array(
      Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) }),
    ),
    tags: Type.Array(Type.Object({ name: Type.String() })),
    teams: Type.Array(TeamOfUser),
    notifyOn: Type.Array(Group),
    publisher: Type.Object(publisherAnswer),
    publisherConfig: Type.Optional(Type.String()),
    filterExpression: Type.Optional(Type.String()),
    filterError: Type.Optional(Type.String({ description: 'Why the last evaluation of the filter failed' })),
    filterFailedAt: Type.Optional(Timestamp),
    digest: Type.Unsafe<AlertDigest>({ type: 'string', enum: [...ALERT_DIGESTS] }),
    seesAllProjects: Type.Boolean({
      description:
        'Whether the alert ignores portfolio access control. Otherwise it reports the projects that its teams ' +
        'may see or, without teams, those that its creator may see',
    }),
    triggerType: Trigger,
    scheduleCron: Type.Optional(Type.String()),
    scheduleLastTriggeredAt: Type.Optional(Timestamp),
    scheduleNextTriggerAt: Type.Optional(Timestamp),
    scheduleSkipUnchanged: Type.Optional(Type.Boolean()),
  },
  { title: 'Alert' },
);
export type Alert = Static<typeof Alert>;

export const Delivery = Type.Object(
  {
    uuid: Uuid,
    status: Status,
    alert: Type.Object({ uuid: Type.Optional(Uuid), name: Type.String() }),
    notification: Type.Object({
      id: Uuid,
      group: Group,
      level: Level,
      scope: Scope,
      title: Type.Optional(Type.String()),
      timestamp: Timestamp,
    }),
    project: Type.Optional(
      Type.Object({ uuid: Uuid, name: Type.Optional(Type.String()), version: Type.Optional(Type.String()) }),
    ),
    destination: Type.Optional(Type.String({ description: 'Destination, without secrets' })),
    attempts: Type.Integer(),
    createdAt: Timestamp,
    lastAttemptAt: Type.Optional(Timestamp),
    nextAttemptAt: Type.Optional(Timestamp),
    finishedAt: Type.Optional(Timestamp),
    responseStatus: Type.Optional(Type.Integer()),
    responseExcerpt: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    test: Type.Boolean(),
    resend: Type.Boolean(),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;

export const deliveryFilterMembers = {
  status: Type.Optional(Status),
  alert: Type.Optional(Uuid),
  notification: Type.Optional(Uuid),
  project: Type.Optional(Uuid),
  group: Type.Optional(Group),
  since: Type.Optional(Timestamp),
  until: Type.Optional(Timestamp),
};

/** The JSON form of a notification, as the default webhook sends it. */
export const NotificationJson = Type.Object(
  {
    id: Uuid,
    level: Type.String({ description: 'LEVEL_…' }),
    scope: Type.String({ description: 'SCOPE_…' }),
    group: Type.String({ description: 'GROUP_…' }),
    timestamp: Type.String(),
    title: Type.String(),
    content: Type.String(),
    subject: nullable(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'Notification' },
);
export type NotificationJson = Static<typeof NotificationJson>;

export const LoggedNotification = Type.Object(
  {
    position: Type.Integer({ description: 'Position in the log' }),
    notification: NotificationJson,
  },
  { title: 'LoggedNotification' },
);
export type LoggedNotification = Static<typeof LoggedNotification>;

const REFUSING = [
  'ENABLED',
  'TRIGGER',
  'SCOPE',
  'LEVEL',
  'GROUP',
  'LIMITS',
  'LATEST',
  'ACCESS',
  'FILTER',
] as const;
export type RefusingCondition = (typeof REFUSING)[number];

export const NotificationExplanation = Type.Object(
  {
    notification: NotificationJson,
    relayed: Type.Boolean({ description: 'Whether alerts have been evaluated' }),
    alerts: Type.Array(
      Type.Object({
        uuid: Uuid,
        name: Type.String(),
        matches: Type.Boolean({ description: 'Whether the alert, as it is now, matches the notification' }),
        refusedBy: Type.Optional(Type.Unsafe<RefusingCondition>({ type: 'string', enum: [...REFUSING] })),
        reason: Type.String(),
        changedSince: Type.Boolean({ description: 'Whether the alert was changed after the notification' }),
        deliveries: Type.Array(Delivery),
      }),
    ),
    otherDeliveries: Type.Array(Delivery, { description: 'Deliveries of deleted alerts' }),
  },
  { title: 'NotificationExplanation' },
);
export type NotificationExplanation = Static<typeof NotificationExplanation>;

export const AlertPreview = Type.Object(
  {
    days: Type.Integer(),
    count: Type.Integer({
      description: 'Number of notifications that the alert, as it is now, would have sent',
    }),
    byGroup: Type.Record(Type.String(), Type.Integer()),
    filterErrors: Type.Integer({ description: 'Number of notifications on which the filter failed' }),
    unexamined: Type.Integer({
      description:
        'Number of notifications without content: floods that no alert matched at the time are only counted',
    }),
  },
  { title: 'AlertPreview' },
);
export type AlertPreview = Static<typeof AlertPreview>;

export const TemplatePreviewRequest = Type.Object(
  {
    ...templateMembers,
    extensionName: optional(
      Type.String({ maxLength: 64, description: 'Use the template of this publisher' }),
    ),
    group: choice(NOTIFICATION_GROUPS, { description: 'Render a sample of this group' }),
    /** Render the notification with this id. */
    notification: optional(Uuid),
  },
  { title: 'TemplatePreviewRequest' },
);
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>;

export const TemplatePreview = Type.Object(
  { mimeType: Type.String(), content: Type.String() },
  { title: 'TemplatePreview' },
);
export type TemplatePreview = Static<typeof TemplatePreview>;
