import type { Bom, Vulnerability } from '@tallyman/cyclonedx';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type FindingRow, idsOf } from '../report/finding-row.ts';
import { isSamePackage } from './ignore-file.ts';

/** What a VEX document says does not affect anybody. */
export interface VexStatement {
  readonly file: string;
  readonly ids: readonly string[];
  readonly state: string;
  /** References to components; none means the product as a whole. */
  readonly refs: readonly string[];
  /** Package URLs of the components that the document itself lists. */
  readonly purls: readonly string[];
}

/** States that say there is nothing to do; the others leave a finding as it is. */
const SETTLED: ReadonlySet<string> = new Set([
  'not_affected',
  'false_positive',
  'resolved',
  'resolved_with_pedigree',
]);

/** The statements of CycloneDX VEX documents by which findings are settled. */
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

/** A BOM-Link names an element of another document: what counts is the element. */
function toPlainRef(ref: string): string {
  const [, element] = /^urn:cdx:[^#]+#(.+)$/.exec(ref) ?? [];
  if (element === undefined) return ref;
  try {
    return decodeURIComponent(element);
  } catch {
    return element;
  }
}

/** By reference, or by package URL; a statement about the product is about all of its components. */
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
