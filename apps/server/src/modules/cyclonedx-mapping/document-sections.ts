import type { Dependency, OpaqueObject } from '@tallyman/cyclonedx';

/**
 * The sections of an uploaded document about its components as a whole, stored as they are for exports. `provides` are
 * the entries of its graph with that member. Citations are not stored: they point to places of the uploaded document.
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

/** Returns what the exported document calls a reference of the uploaded one, or undefined if it is not in the export. */
export type ResolveReference = (ref: string) => string | undefined;

/** The members of each section that hold a reference or a list of references. */
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

/** All references in the sections. */
export function referencesIn(sections: DocumentSections): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, section] of entriesOf(sections)) {
    walk(section, (member, value) => {
      if (REFERENCES[name].has(member)) for (const text of textsOf(value)) found.add(text);
    });
  }
  return found;
}

/** Returns the sections with their references resolved. References to elements of the sections themselves stay. */
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

/** A BOM-Link refers to an element of another document, from everywhere. */
function isLink(ref: string): boolean {
  return ref.startsWith('urn:cdx:');
}

/** In these lists unknown references are left out, and with the last reference its entry. */
const LISTED: Partial<Readonly<Record<SectionName, readonly string[]>>> = {
  compositions: ['assemblies', 'dependencies', 'vulnerabilities'],
  annotations: ['subjects'],
  provides: ['provides'],
};

function rewriteSection(name: SectionName, section: unknown, resolve: ResolveReference): unknown {
  const lists = LISTED[name];
  // Definitions refer only to themselves, so that their signatures stay valid.
  if (name === 'definitions') return section;
  if (!lists) return rewrite(section, REFERENCES[name], resolve);
  return (section as readonly OpaqueObject[]).flatMap((entry) => {
    const rest = withoutUnknown(entry, lists, resolve);
    return rest ? [rewrite(rest, REFERENCES[name], resolve)] : [];
  });
}

/** Returns undefined if no reference is left: without references the entry would be about everything. */
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

/** Signatures are left out, because the signed content has changed. */
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
