/** Identifies a finding. Both are ids of rows. */
export interface FindingKey {
  readonly componentId: number;
  readonly vulnerabilityId: number;
}

/** A finding and the project that its component belongs to. */
export interface ProjectFinding extends FindingKey {
  readonly projectId: number;
}

/** The key as text, for maps and sets. */
export function formatFindingKey({ componentId, vulnerabilityId }: FindingKey): string {
  return `${componentId}:${vulnerabilityId}`;
}

/** The order in which findings are locked. Locking in one order prevents deadlocks. */
export function compareFindingKeys(a: FindingKey, b: FindingKey): number {
  return a.componentId - b.componentId || a.vulnerabilityId - b.vulnerabilityId;
}
