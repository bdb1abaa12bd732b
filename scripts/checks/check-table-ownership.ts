import type { PlacedTableUse } from './list-table-uses.ts';

export interface OwnershipRules {
  /** The tables of each module, including `platform`. */
  readonly owners: Readonly<Record<string, readonly string[]>>;
  /**
   * The modules that each module may import, and whose tables it may read. Every module may read the tables of the
   * platform.
   */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Allowed exceptions as `<path> <access> <table>`, with the reason. */
  readonly exceptions: Readonly<Record<string, string>>;
}

export interface FileUses {
  readonly path: string;
  readonly uses: readonly PlacedTableUse[];
}

/**
 * A module writes only its own tables and reads only those of the modules that it may import. Returns the violations,
 * including unused exceptions.
 */
export function checkTableOwnership(files: readonly FileUses[], rules: OwnershipRules): string[] {
  const ownerOf = new Map(
    Object.entries(rules.owners).flatMap(([module, tables]) =>
      tables.map((table) => [table, module] as const),
    ),
  );
  const needed = new Set<string>();
  const violations = files.flatMap(({ path, uses }) => {
    const module = moduleOf(path);
    const wrong = uses.filter(({ table, access }) => !isAllowed(module, ownerOf.get(table), access, rules));
    for (const { access, table } of wrong) needed.add(`${path} ${access} ${table}`);
    return wrong
      .filter(({ access, table }) => !(`${path} ${access} ${table}` in rules.exceptions))
      .map(
        ({ access, table, line }) =>
          `${path}:${line}: ${module} may not ${access} ${table} of ${ownerOf.get(table)}`,
      );
  });
  const unneeded = Object.keys(rules.exceptions).filter((exception) => !needed.has(exception));
  return [
    ...new Set(violations),
    ...unneeded.map((exception) => `The exception is not needed: ${exception}`),
  ];
}

function moduleOf(path: string): string {
  return /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? 'platform';
}

function isAllowed(
  module: string,
  owner: string | undefined,
  access: PlacedTableUse['access'],
  { imports }: OwnershipRules,
): boolean {
  if (owner === undefined || owner === module) return true;
  return access === 'read' && (owner === 'platform' || (imports[module] ?? []).includes(owner));
}

/** Tables without an owner, and owners of tables that do not exist. */
export function checkOwners(tables: readonly string[], owners: OwnershipRules['owners']): string[] {
  const owned = Object.values(owners).flat();
  return [
    ...tables.filter((table) => !owned.includes(table)).map((table) => `${table} has no owner`),
    ...owned
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} is owned but does not exist`),
    ...owned
      .filter((table, index) => owned.indexOf(table) !== index)
      .map((table) => `${table} has two owners`),
  ];
}

/** The tables that exist after the schema migrations, given in order. */
export function listCreatedTables(migrations: readonly string[]): string[] {
  const change =
    /^(create (?:unlogged )?table|drop table|alter table)(?: if (?:not )?exists)? ([a-z_]+)(?: rename to ([a-z_]+))?/gim;
  const tables = new Set<string>();
  for (const [, verb, name, renamed] of migrations.flatMap((text) => [...text.matchAll(change)])) {
    const isGone = verb?.toLowerCase().startsWith('drop') || renamed !== undefined;
    if (isGone) tables.delete(name as string);
    if (verb?.toLowerCase().startsWith('create')) tables.add(name as string);
    if (renamed !== undefined) tables.add(renamed);
  }
  return [...tables];
}
