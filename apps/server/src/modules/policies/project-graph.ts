import type { PolicyComponent } from './policy-messages.ts';

/** The node of the project itself. */
const ROOT = 0;

/** The dependency graph of a project. */
export class ProjectGraph {
  private readonly parents = new Map<number, number[]>();
  private readonly children = new Map<number, number[]>();

  constructor(edges: readonly { readonly source: number; readonly target: number }[]) {
    for (const { source, target } of edges) {
      if (source === target) continue;
      append(this.children, source, target);
      append(this.parents, target, source);
    }
  }

  isDirect(component: PolicyComponent): boolean {
    return this.parentsOf(component.id).includes(ROOT);
  }

  parentsOf(id: number): readonly number[] {
    return this.parents.get(id) ?? [];
  }

  /** All components that have one of these as an ancestor. */
  descendantsOf(ids: ReadonlySet<number>): ReadonlySet<number> {
    return this.reach(
      [...ids].flatMap((id) => this.children.get(id) ?? []),
      () => true,
    );
  }

  /** All components that the project reaches only through one of these. Direct dependencies are never among them. */
  exclusiveTo(ids: ReadonlySet<number>): ReadonlySet<number> {
    const start = this.children.get(ROOT) ?? [];
    const all = this.reach(start, () => true);
    const around = this.reach(start, (id) => !ids.has(id));
    return new Set([...all].filter((id) => !around.has(id)));
  }

  /** All nodes that can be reached from `start`, going on only from nodes that `through` accepts. */
  private reach(start: readonly number[], through: (id: number) => boolean): ReadonlySet<number> {
    const reached = new Set(start);
    const open = [...start];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (!through(id)) continue;
      for (const child of this.children.get(id) ?? []) {
        if (reached.has(child)) continue;
        reached.add(child);
        open.push(child);
      }
    }
    return reached;
  }
}

function append(map: Map<number, number[]>, key: number, value: number): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
