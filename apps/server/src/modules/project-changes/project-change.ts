/**
 * Who follows changes of projects. Each is a row of `project_change_consumer`, which also has the kinds of change that it
 * follows. A new consumer needs a schema migration that calls `add_project_change_consumer`.
 */
export type ProjectChangeConsumer = 'policies' | 'finding-counts' | 'license-counts' | 'metrics';

/**
 * `SUPPRESSIONS` are those decisions that suppress a finding or end that. `PROJECT`: tags, the latest version, the place in
 * the hierarchy, activity.
 */
type ProjectChangeKind = 'COMPONENTS' | 'FINDINGS' | 'DECISIONS' | 'SUPPRESSIONS' | 'VIOLATIONS' | 'PROJECT';

export interface ChangedProject {
  readonly projectId: number;
  readonly kinds: readonly ProjectChangeKind[];
}
