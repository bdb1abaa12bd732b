import type { PolicyComponent } from './policy-messages.ts';
import type { ProjectGraph } from './project-graph.ts';

/** What the functions of expressions can use beyond their arguments. */
export interface PolicyContext {
  readonly now: Date;
  readonly components: ReadonlyMap<number, PolicyComponent>;
  readonly graph: ProjectGraph;
}
