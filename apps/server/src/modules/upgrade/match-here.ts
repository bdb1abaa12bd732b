import type { Adoption, AdoptionKind } from './adoption.ts';

interface Named {
  readonly uuid: string | undefined;
  readonly name: string;
}

interface Here {
  readonly uuid: string;
  readonly name: string;
}

/** Something old, with what is here already in its place. */
export interface Match<Old extends Named, Known extends Here> {
  readonly old: Old;
  readonly here?: Known;
  /** Why it is not to be made. */
  readonly adoption?: Adoption;
}

/** By UUID, else by name: what is here is never touched. Of several old ones with one name the first counts. */
export function matchHere<Old extends Named, Known extends Here>(
  kind: AdoptionKind,
  olds: readonly Old[],
  known: readonly Known[],
): Match<Old, Known>[] {
  const byUuid = new Map(known.map((one) => [one.uuid, one]));
  const byName = new Map(known.map((one) => [one.name, one]));
  const seen = new Set<string>();
  return olds.map((old) => {
    const { uuid, name } = old;
    const tell = (outcome: Adoption['outcome'], ...notes: string[]) => ({ kind, name, outcome, notes });
    if (name === '') return { old, adoption: tell('left out', 'It has no name.') };
    const same = uuid === undefined ? undefined : byUuid.get(uuid);
    if (same) return { old, here: same, adoption: tell('already here') };
    const namesake = byName.get(name);
    if (namesake)
      return { old, here: namesake, adoption: tell('already here', ...describeNamesake(kind, uuid)) };
    if (seen.has(name)) {
      const note = `Another ${kind} has the same name: rename one of them, then run it again.`;
      return { old, adoption: tell('left out', note) };
    }
    seen.add(name);
    return { old };
  });
}

function describeNamesake(kind: AdoptionKind, uuid: string | undefined): string[] {
  return uuid === undefined ? [] : [`There is a ${kind} of this name here; it was left alone.`];
}
