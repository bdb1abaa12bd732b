import type { Dependency, OpaqueObject } from '@tallyman/cyclonedx';

/**
 * What an uploaded document says about its components as a whole, kept as it was said to be given back. `provides` are
 * the entries of its graph that say so. Citations are not among them: they point to places of that one document.
 */
export interface DocumentSections {
  readonly compositions?: readonly OpaqueObject[];
  readonly annotations?: readonly OpaqueObject[];
  readonly formulation?: readonly OpaqueObject[];
  readonly declarations?: OpaqueObject;
  readonly definitions?: OpaqueObject;
  readonly provides?: readonly Dependency[];
}

export type SectionName = keyof DocumentSections;

/** What a reference of the uploader's document is called in this one; nothing when it means nothing here. */
export type ResolveReference = (ref: string) => string | undefined;

/** The members that hold references, one or a list, by where they stand. */
const REFERENCES: Readonly<Record<SectionName, ReadonlySet<string>>> = {
  compositions: new Set(['assemblies', 'dependencies', 'vulnerabilities']),
  annotations: new Set(['subjects']),
  formulation: new Set(['ref', 'dependsOn', 'provides']),
  declarations: new Set([
    ...['assessor', 'requirement', 'claims', 'counterClaims', 'mitigationStrategies', 'target'],
    ...['evidence', 'counterEvidence'],
  ]),
  definitions: new Set(),
  provides: new Set(['ref', 'provides']),
};

/** Every reference that the sections hold. */
export function referencesIn(sections: DocumentSections): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, section] of entriesOf(sections)) {
    walk(section, (member, value) => {
      if (REFERENCES[name].has(member)) for (const text of textsOf(value)) found.add(text);
    });
  }
  return found;
}

/** The sections with their references as this document calls things. What they name themselves keeps its name. */
export function sectionsToCyclonedx(sections: DocumentSections, resolve: ResolveReference): DocumentSections {
  const own = new Set<string>();
  walk(Object.values(sections), (member, value) => {
    if (member === 'bom-ref' && typeof value === 'string') own.add(value);
  });
  const known: ResolveReference = (ref) => resolve(ref) ?? (own.has(ref) || isLink(ref) ? ref : undefined);
  const rewritten = entriesOf(sections).map(([name, section]) => [
    name,
    rewriteSection(name, section, known),
  ]);
  return Object.fromEntries(rewritten.filter(([, section]) => !isEmptyList(section)));
}

/** BOM-Link: it names something in another document, which it does wherever it stands. */
function isLink(ref: string): boolean {
  return ref.startsWith('urn:cdx:');
}

/** In these a reference that means nothing here is left out, and with the last one what was said about it. */
const LISTED: Partial<Readonly<Record<SectionName, readonly string[]>>> = {
  compositions: ['assemblies', 'dependencies', 'vulnerabilities'],
  annotations: ['subjects'],
  provides: ['provides'],
};

function rewriteSection(name: SectionName, section: unknown, resolve: ResolveReference): unknown {
  const lists = LISTED[name];
  // Definitions speak of nothing but themselves: a signature of theirs still holds.
  if (name === 'definitions') return section;
  if (!lists) return rewrite(section, REFERENCES[name], resolve);
  return (section as readonly OpaqueObject[]).flatMap((entry) => {
    const rest = withoutUnknown(entry, lists, resolve);
    return rest ? [rewrite(rest, REFERENCES[name], resolve)] : [];
  });
}

/** Nothing when nothing is left of what the entry was about: without it the entry would be about everything. */
function withoutUnknown(
  entry: OpaqueObject,
  lists: readonly string[],
  resolve: ResolveReference,
): OpaqueObject | undefined {
  const given = lists.filter((list) => !isEmptyList(entry[list] ?? []));
  const known = given.map((list): [string, readonly string[]] => [
    list,
    textsOf(entry[list]).filter((ref) => resolve(ref) !== undefined),
  ]);
  const left = known.filter(([, refs]) => refs.length > 0);
  if (given.length > 0 && left.length === 0) return undefined;
  if (typeof entry.ref === 'string' && resolve(entry.ref) === undefined) return undefined;
  const others = Object.entries(entry).filter(([member]) => !lists.includes(member));
  return Object.fromEntries([...others, ...left]) as OpaqueObject;
}

/** Signatures are left out: what they were made for reads otherwise now. */
function rewrite(value: unknown, references: ReadonlySet<string>, resolve: ResolveReference): unknown {
  const rewriteMember = (member: unknown, isReference: boolean): unknown => {
    if (typeof member === 'string') return isReference ? (resolve(member) ?? member) : member;
    if (Array.isArray(member)) return member.map((item) => rewriteMember(item, isReference));
    if (typeof member !== 'object' || member === null) return member;
    const members = Object.entries(member).filter(([name]) => name !== 'signature');
    return Object.fromEntries(
      members.map(([name, inner]) => [name, rewriteMember(inner, references.has(name))]),
    );
  };
  return rewriteMember(value, false);
}

function walk(value: unknown, visit: (member: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    visit(name, member);
    walk(member, visit);
  }
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((item) => typeof item === 'string');
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function entriesOf(sections: DocumentSections): [SectionName, unknown][] {
  return Object.entries(sections) as [SectionName, unknown][];
}
