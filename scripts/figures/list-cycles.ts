/** The imports of each file, by path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Lists the groups of files that import each other, directly or not (Tarjan's strongly connected components). */
export function listCycles(graph: ImportGraph): string[][] {
  const index = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    index.set(file, index.size);
    let low = index.size - 1;
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, index.get(next) as number);
    }
    if (low === index.get(file)) cycles.push(open.splice(open.lastIndexOf(file)));
    return low;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return cycles.filter(
    (group) => group.length > 1 || (graph.get(group[0] as string) ?? []).includes(group[0] as string),
  );
}
