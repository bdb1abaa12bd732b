import type { Finding, SchemaNode } from './schema-node.ts';

/** All schemas must hold (`allOf`, or several kinds of rules in one schema). */
export class AllNode implements SchemaNode {
  readonly #parts: readonly SchemaNode[];

  constructor(parts: readonly SchemaNode[]) {
    this.#parts = parts;
  }

  accepts(value: unknown): boolean {
    for (const part of this.#parts) if (!part.accepts(value)) return false;
    return true;
  }

  explain(value: unknown, pointer: string): Finding[] {
    return this.#parts.flatMap((part) => part.explain(value, pointer));
  }

  prune(value: unknown): unknown {
    return this.#fold(value, (part, kept) => part.prune(kept));
  }

  coerce(value: unknown): unknown {
    return this.#fold(value, (part, kept) => part.coerce(kept));
  }

  #fold(value: unknown, keep: (part: SchemaNode, kept: unknown) => unknown): unknown {
    let kept = value;
    for (const part of this.#parts) {
      kept = keep(part, kept);
      if (kept === undefined) return undefined;
    }
    return kept;
  }
}

/** `oneOf` (exactly one) and `anyOf` (at least one). */
export class ChoiceNode implements SchemaNode {
  readonly #branches: readonly SchemaNode[];
  readonly #exactlyOne: boolean;

  constructor(branches: readonly SchemaNode[], exactlyOne: boolean) {
    this.#branches = branches;
    this.#exactlyOne = exactlyOne;
  }

  accepts(value: unknown): boolean {
    let matches = 0;
    for (const branch of this.#branches) {
      if (!branch.accepts(value)) continue;
      if (!this.#exactlyOne) return true;
      if (++matches > 1) return false;
    }
    return matches === 1;
  }

  explain(value: unknown, pointer: string): Finding[] {
    if (this.accepts(value)) return [];
    const explained = this.#branches.map((branch) => branch.explain(value, pointer));
    if (explained.some((findings) => findings.length === 0)) {
      return [{ pointer, message: 'must match only one of the alternatives of the schema' }];
    }
    return nearestBranch(explained) ?? [{ pointer, message: alternatives(explained) }];
  }

  prune(value: unknown): unknown {
    return this.#leastLoss(value, (branch) => branch.prune(value));
  }

  coerce(value: unknown): unknown {
    return this.#leastLoss(value, (branch) => branch.coerce(value));
  }

  #leastLoss(value: unknown, attempt: (branch: SchemaNode) => unknown): unknown {
    let best: unknown;
    for (const branch of this.#branches) {
      const kept = attempt(branch);
      if (kept === value) return kept;
      if (kept !== undefined && (best === undefined || weigh(kept) > weigh(best))) best = kept;
    }
    return best;
  }
}

export class NotNode implements SchemaNode {
  readonly #part: SchemaNode;

  constructor(part: SchemaNode) {
    this.#part = part;
  }

  accepts(value: unknown): boolean {
    return !this.#part.accepts(value);
  }

  explain(value: unknown, pointer: string): Finding[] {
    return this.accepts(value) ? [] : [{ pointer, message: 'must not have this combination of members' }];
  }

  prune(value: unknown): unknown {
    return this.accepts(value) ? value : undefined;
  }

  coerce(value: unknown): unknown {
    return value;
  }
}

/** `if` / `then` / `else`. */
export class ConditionalNode implements SchemaNode {
  readonly #condition: SchemaNode;
  readonly #then: SchemaNode;
  readonly #otherwise: SchemaNode;

  constructor(condition: SchemaNode, then: SchemaNode, otherwise: SchemaNode) {
    this.#condition = condition;
    this.#then = then;
    this.#otherwise = otherwise;
  }

  accepts(value: unknown): boolean {
    return this.#branch(value).accepts(value);
  }

  explain(value: unknown, pointer: string): Finding[] {
    return this.#branch(value).explain(value, pointer);
  }

  prune(value: unknown): unknown {
    return this.#branch(value).prune(value);
  }

  coerce(value: unknown): unknown {
    return value;
  }

  #branch(value: unknown): SchemaNode {
    return this.#condition.accepts(value) ? this.#then : this.#otherwise;
  }
}

function depth(finding: Finding): number {
  return finding.pointer.split('/').length;
}

/**
 * The findings of the alternative that was most probably intended: the one whose first finding is deepest in the
 * document. A licence with an unknown id is reported at the id, not as "neither a licence nor an expression".
 */
function nearestBranch(explained: readonly Finding[][]): Finding[] | undefined {
  const depths = explained.map((findings) =>
    findings.reduce((least, one) => Math.min(least, depth(one)), Infinity),
  );
  const deepest = depths.reduce((most, one) => Math.max(most, one), -Infinity);
  const nearest = explained.filter((_, index) => depths[index] === deepest);
  return nearest.length === 1 ? nearest[0] : undefined;
}

function alternatives(explained: readonly Finding[][]): string {
  return [...new Set(explained.map((findings) => findings[0]?.message ?? ''))].join(', or ');
}

function weigh(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + weigh(item), 1);
}
