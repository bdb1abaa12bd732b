import type { License, PolicyComponent, PolicyProject, PolicyVulnerability } from './policy-messages.ts';
import type { ProjectGraph } from './project-graph.ts';

export type { License, PolicyComponent, PolicyProject, PolicyVulnerability };

/** What the functions of expressions can look at beyond their arguments. */
export interface PolicyGround {
  readonly now: Date;
  readonly components: ReadonlyMap<number, PolicyComponent>;
  readonly graph: ProjectGraph;
}
