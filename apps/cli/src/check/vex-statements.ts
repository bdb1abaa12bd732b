import type { Bom, Vulnerability } from '@tallyman/cyclonedx';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type FindingRow, idsOf } from '../report/finding-row.ts';
import { isSamePackage } from './ignore-file.ts';

/** A statement of a VEX document that a vulnerability needs no action. */
export interface VexStatement {
  readonly file: string;
  readonly ids: readonly string[];
  readonly state: string;
  /** References to components. Empty means the whole product. */
  readonly refs: readonly string[];
  /** Package URLs of the components that the document lists. */
  readonly purls: readonly string[];
}

/** States that need no action. Other states do not change a finding. */
const SETTLED: ReadonlySet<string> = new Set([
  'not_affected',
  'false_positive',
  'resolved',
  'resolved_with_pedigree',
]);

/** Reads the statements of CycloneDX VEX documents that resolve findings. */
export async function readVexStatements(files: readonly string[]): Promise<VexStatement[]> {
  if (files.length === 0) return [];
  const { BomError, parseBom } = await import('@tallyman/cyclonedx');
  const statements: VexStatement[] = [];
  for (const file of files) {
    try {
      const { bom } = await parseBom({ path: file }, { validation: 'off' });
      statements.push(...toStatements(file, bom));
    } catch (error) {
      const isKnown = error instanceof BomError || (error as NodeJS.ErrnoException).code !== undefined;
      throw isKnown ? new CommandError(EXIT.usage, `${file}: ${(error as Error).message}`) : error;
    }
  }
  return statements;
}

export function toStatements(file: string, bom: Bom): VexStatement[] {
  const product = bom.metadata?.component?.['bom-ref'];
  const purls = new Map(
    (bom.components ?? []).flatMap(({ 'bom-ref': ref, purl }) => (ref && purl ? [[ref, purl] as const] : [])),
  );
  return (bom.vulnerabilities ?? []).flatMap((entry) => toStatement(file, entry, product, purls));
}

function toStatement(
  file: string,
  { id, references = [], analysis, affects = [] }: Vulnerability,
  product: string | undefined,
  purls: ReadonlyMap<string, string>,
): VexStatement[] {
  const state = analysis?.state;
  if (id === undefined || state === undefined || !SETTLED.has(state)) return [];
  const refs = affects.map(({ ref }) => toPlainRef(ref));
  const isWhole = refs.some((ref) => ref === product);
  return [
    {
      file,
      ids: [id, ...references.map((reference) => reference.id)],
      state,
      refs: isWhole ? [] : refs,
      purls: isWhole ? [] : refs.flatMap((ref) => purls.get(ref) ?? []),
    },
  ];
}

/** A BOM-Link refers to an element of another document; only the element counts. */
function toPlainRef(ref: string): string {
  const [, element] = /^urn:cdx:[^#]+#(.+)$/.exec(ref) ?? [];
  if (element === undefined) return ref;
  try {
    return decodeURIComponent(element);
  } catch {
    return element;
  }
}

/** Matches by reference or package URL. A statement about the product matches all components. */
export function settles({ ids, refs, purls }: VexStatement, row: FindingRow): boolean {
  const known = new Set(idsOf(row.vulnerability).map((id) => id.toLowerCase()));
  if (!ids.some((id) => known.has(id.toLowerCase()))) return false;
  if (refs.length === 0) return true;
  const { bomRef, purl } = row.component;
  if (bomRef !== undefined && refs.includes(bomRef)) return true;
  return [...refs.filter((ref) => ref.startsWith('pkg:')), ...purls].some((wanted) =>
    isSamePackage(wanted, purl),
  );
}
