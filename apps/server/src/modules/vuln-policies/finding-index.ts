import type { Narrowing } from '@tallyman/cel';
import type { ProjectContext } from '../policies/load-project-contexts.ts';
import type { PolicyComponent, PolicyVulnerability } from '../policies/policy-messages.ts';
import type { FindingRow } from './policy-finding-store.ts';

/** A finding with its component and vulnerability, as policies evaluate it. */
export interface FindingSubject {
  readonly row: FindingRow;
  readonly component: PolicyComponent;
  readonly vuln: PolicyVulnerability;
}

type Texts = (subject: FindingSubject) => readonly string[];

const text = (value: unknown): readonly string[] => [typeof value === 'string' ? value : ''];

/** The indexed fields. An index is built when the first policy needs it. */
const FIELDS: Readonly<Record<string, Texts>> = {
  'vuln.id': ({ vuln }) => [vuln.id],
  'vuln.source': ({ vuln }) => [vuln.source],
  'vuln.severity': ({ vuln }) => [vuln.severity],
  'vuln.aliases[].id': ({ vuln }) => vuln.aliases.map(({ id }) => id),
  'component.name': ({ component }) => [component.name],
  'component.group': ({ component }) => text(component.group),
  'component.version': ({ component }) => text(component.version),
  'component.purl': ({ component }) => text(component.purl),
  'component.uuid': ({ component }) => [component.uuid],
};

/** The findings of a project, indexed by the fields that conditions compare. */
export class FindingIndex {
  private readonly subjects: readonly FindingSubject[];
  private readonly context: ProjectContext;
  private readonly byField = new Map<string, Map<string, Set<FindingSubject>>>();

  constructor(context: ProjectContext, rows: readonly FindingRow[]) {
    this.context = context;
    this.subjects = rows.flatMap((row) => {
      const component = context.components.get(row.componentId);
      const vuln = context.vulnerabilities.get(row.vulnerabilityId);
      return component && vuln ? [{ row, component, vuln }] : [];
    });
  }

  get all(): readonly FindingSubject[] {
    return this.subjects;
  }

  /** Every finding for which the narrowing holds. May contain others as well. */
  candidates(narrowing: Narrowing | undefined): readonly FindingSubject[] {
    const selected = narrowing && this.select(narrowing);
    return selected ? [...selected] : this.subjects;
  }

  /** Returns undefined if all findings are candidates. */
  private select(narrowing: Narrowing): ReadonlySet<FindingSubject> | undefined {
    if (narrowing.kind === 'one of') return this.lookUp(narrowing.path, narrowing.values);
    const parts = narrowing.of.map((each) => this.select(each));
    const known = parts.filter((part) => part !== undefined);
    if (narrowing.kind === 'any') {
      return known.length === parts.length ? new Set(known.flatMap((part) => [...part])) : undefined;
    }
    return known.toSorted((a, b) => a.size - b.size)[0];
  }

  private lookUp(path: string, values: readonly string[]): ReadonlySet<FindingSubject> | undefined {
    const { project } = this.context;
    if (path === 'project.tags[]')
      return values.some((tag) => project.tags.includes(tag)) ? undefined : new Set();
    if (/^project\.(name|version|uuid)$/.test(path)) {
      const value = project[path.slice('project.'.length)] ?? '';
      return values.includes(value as string) ? undefined : new Set();
    }
    const texts = Object.hasOwn(FIELDS, path) ? FIELDS[path] : undefined;
    if (!texts) return undefined;
    const index = this.indexOf(path, texts);
    return new Set(values.flatMap((value) => [...(index.get(value) ?? [])]));
  }

  private indexOf(path: string, texts: Texts): Map<string, Set<FindingSubject>> {
    const known = this.byField.get(path);
    if (known) return known;
    const index = new Map<string, Set<FindingSubject>>();
    for (const subject of this.subjects) {
      for (const value of texts(subject)) {
        const found = index.get(value);
        if (found) found.add(subject);
        else index.set(value, new Set([subject]));
      }
    }
    this.byField.set(path, index);
    return index;
  }
}
