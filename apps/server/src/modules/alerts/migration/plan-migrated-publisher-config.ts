import { listConfigErrors } from '../publishers/publisher-config.ts';
import type { PublisherKind } from '../publishers/publisher-kind.ts';

type Members = Readonly<Record<string, unknown>>;

export interface PlannedConfig {
  /** In the form of the publisher's schema, as far as it could be converted. */
  readonly config: Members;
  /** To be stored as a secret that the configuration then refers to. */
  readonly token?: string;
  /** Names of the secrets that it refers to. */
  readonly secretName?: string;
  readonly notes: readonly string[];
}

/** "Existing alert and publisher configuration is migrated on a best-effort basis." */
export function planMigratedPublisherConfig(kind: PublisherKind, given: unknown): PlannedConfig {
  const members = toMembers(given);
  if (!members) return { config: {}, notes: ['Its configuration cannot be read and was left out.'] };
  if (!kind.configSchema) return { config: {}, notes: [] };
  const { token, secretName, ...translated } = translate(kind.extension, members);
  const { config, notes } = keepValid(kind, withoutEmpty(translated));
  return {
    config,
    notes,
    ...(isText(token) && { token }),
    ...(isText(secretName) && { secretName }),
  };
}

/** JSON in a text before 0.7.0, JSON since. */
function toMembers(given: unknown): Members | undefined {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given === 'object') return Array.isArray(given) ? undefined : (given as Members);
  try {
    return toMembers(JSON.parse(String(given)) ?? {});
  } catch {
    return undefined;
  }
}

function translate(extension: string, members: Members): Members {
  const { destination, token } = members;
  const destinationUrl = members.destinationUrl ?? destination;
  switch (extension) {
    case 'webhook':
      return {
        destinationUrl,
        authHeaderName: members.authHeaderName ?? members.tokenHeader,
        publishProtobuf: members.publishProtobuf,
        secretName: members.authHeaderValue,
        token,
      };
    case 'email':
      return {
        subjectPrefix: members.subjectPrefix,
        recipientAddresses: toAddresses(members.recipientAddresses ?? destination),
      };
    case 'jira':
      return {
        projectKey: members.projectKey ?? destination,
        issueType: members.issueType ?? members.jiraTicketType,
      };
    case 'kafka':
      return { topicName: members.topicName, publishProtobuf: members.publishProtobuf };
    default:
      return { destinationUrl, token };
  }
}

function toAddresses(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const addresses = given.split(/[,;\s]+/).filter((address) => address !== '');
  return addresses.length > 0 ? addresses : undefined;
}

/** Omits members that the schema rejects, with a note for each. */
function keepValid(kind: PublisherKind, members: Members): { config: Members; notes: string[] } {
  const wrong = listConfigErrors(kind.configSchema, members).flatMap(({ path }) => path.split('/')[1] || []);
  const config = Object.fromEntries(Object.entries(members).filter(([name]) => !wrong.includes(name)));
  const missing = ((kind.configSchema?.required ?? []) as string[]).filter((name) => !(name in config));
  return {
    config,
    notes: [
      ...[...new Set(wrong)].map((name) => `${name} is not valid and was left out.`),
      ...(missing.length > 0 ? [`Set ${missing.join(' and ')} before it is switched on.`] : []),
    ],
  };
}

function withoutEmpty(members: Members): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
