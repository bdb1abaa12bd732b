import { Group, Level } from '@tallyman/contract/notification';
import type { Event } from './event.ts';

/** Does not contain the new value: it may be confidential. */
export function configurationChanged(what: string): Event {
  return {
    group: Group.CONFIGURATION,
    title: 'Configuration Changed',
    content: `${what} was changed.`,
  };
}

interface ExpiringKey {
  readonly publicId: string;
  readonly expiresAt: Date;
  readonly team: string | null;
}

export function apiKeyExpires({ publicId, expiresAt, team }: ExpiringKey): Event {
  const owner = team === null ? '' : ` of the team ${team}`;
  return {
    group: Group.CONFIGURATION,
    level: Level.WARNING,
    title: 'API Key Expires Soon',
    content: `The API key ${publicId}${owner} expires on ${expiresAt.toISOString()}. Rotate it before then.`,
  };
}

/** Names the notification only by id and group: not everybody may see its project. */
export function deliveryFailed(
  alert: string,
  { id, group }: { readonly id: string; readonly group: string },
  reason: string,
): Event {
  return {
    group: Group.INTEGRATION,
    title: 'Integration Error',
    content: `The alert "${alert}" could not deliver a notification (${group}, ${id}). ${reason}`,
  };
}

/** Names the push only by its id: not everybody may see its project. */
export function pushFailed(integration: string, push: string, reason: string): Event {
  return {
    group: Group.INTEGRATION,
    title: 'Integration Error',
    content: `Findings could not be pushed to ${integration} (push ${push}). ${reason}`,
  };
}

export function storageLow(directory: string, freePercent: number): Event {
  return {
    group: Group.FILE_SYSTEM,
    level: Level.WARNING,
    title: 'File System Nearly Full',
    content: `Only ${freePercent.toFixed(1)} % of the file system of ${directory} is free.`,
  };
}

export function storageFailed(reason: string, node: string): Event {
  return {
    group: Group.FILE_SYSTEM,
    level: Level.ERROR,
    title: 'File System Error',
    content: `${reason}. Uploads are refused on ${node} until this is repaired.`,
  };
}

export function storageRecovered(place: 'files' | 'database', node: string): Event {
  return {
    group: Group.FILE_SYSTEM,
    level: Level.INFORMATIONAL,
    title: 'File System Usable Again',
    content: `${place === 'files' ? 'Files' : 'The database'} can be written again on ${node}.`,
  };
}

/** Reports a defect of the service. The numbers are already replaced. */
export function metricsDiffered(projects: number): Event {
  return {
    group: Group.ANALYZER,
    level: Level.ERROR,
    title: 'Metrics Differed',
    content: `The nightly check found ${projects} projects whose metrics differed from a recount. They were counted again.`,
  };
}
