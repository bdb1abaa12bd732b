import { Group, Level } from '@tallyman/contract/notification';
import type { Event } from './event.ts';

export function mirrorFailed(source: string, reason: string): Event {
  return {
    group: Group.DATASOURCE_MIRRORING,
    level: Level.ERROR,
    title: `${source} Mirroring Failed`,
    content: `The vulnerability data of ${source} could not be mirrored: ${reason}`,
  };
}

export function mirrorRecovered(source: string): Event {
  return {
    group: Group.DATASOURCE_MIRRORING,
    level: Level.INFORMATIONAL,
    title: `${source} Mirroring Recovered`,
    content: `The vulnerability data of ${source} was mirrored again after an earlier failure`,
  };
}
