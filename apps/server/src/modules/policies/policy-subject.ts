import type { PolicyComponent } from './policy-messages.ts';
import type { ProjectGraph } from './project-graph.ts';

/** What the functions of expressions can look at beyond their arguments. */
export interface PolicyGround {
  readonly now: Date;
  readonly components: ReadonlyMap<number, PolicyComponent>;
  readonly graph: ProjectGraph;
}
