import { type JobPayloads, jobCatalog } from '../../platform/jobs/catalog.ts';
import type { AnyJobCatalog, AnyJobSettings, JobName } from '../../platform/jobs/job-settings.ts';

const catalog = jobCatalog as AnyJobCatalog;

/** The kinds of jobs of this release. Those of earlier releases are not shown. */
export const JOB_KINDS = Object.keys(catalog) as JobName<JobPayloads>[];

export function findSettings(kind: string): AnyJobSettings | undefined {
  return Object.hasOwn(catalog, kind) ? catalog[kind] : undefined;
}

/** Whether at most one job of the kind waits or runs. */
export function isAlone(kind: string): boolean {
  return findSettings(kind)?.runs === 'alone';
}
