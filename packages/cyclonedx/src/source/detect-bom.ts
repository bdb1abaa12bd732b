import { BomError, type BomErrorKind } from '../bom-error.ts';
import { placeViolation } from '../document-place.ts';
import { SpecVersionFinder, type SpecVersionSearch } from '../json/find-spec-version.ts';
import type { ReadLimits } from '../read-limits.ts';
import {
  type BomFormat,
  findNamespaceVersion,
  isJsonSpecVersion,
  isSpecVersion,
  type JsonSpecVersion,
  type SpecVersion,
} from '../spec-version.ts';
import { decodeXml } from '../xml/decode-xml.ts';
import { readXmlRoot, type XmlRoot } from '../xml/read-xml-root.ts';
import type { BomSource } from './bom-source.ts';
import { openDocument } from './open-document.ts';

export type DetectedBom =
  | { readonly format: 'json'; readonly specVersion: JsonSpecVersion }
  | { readonly format: 'xml'; readonly specVersion: SpecVersion };

const OPEN_BRACE = 0x7b;
const LESS_THAN = 0x3c;

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** UTF-16 has a byte-order mark, or a zero byte beside the first `<`. */
function isUtf16Xml(chunk: Uint8Array): boolean {
  const [a, b] = chunk;
  return (
    (a === 0xff && b === 0xfe) ||
    (a === 0xfe && b === 0xff) ||
    (a === LESS_THAN && b === 0) ||
    (a === 0 && b === LESS_THAN)
  );
}

/** Returns undefined if the chunk contains only white space. */
function findFormat(chunk: Uint8Array): BomFormat | undefined {
  if (isUtf16Xml(chunk)) {
    if (chunk[2] === OPEN_BRACE || chunk[3] === OPEN_BRACE) throw notUtf8();
    return 'xml';
  }
  const first = chunk.find((byte) => !isBlank(byte));
  if (first === undefined) return undefined;
  if (first === OPEN_BRACE) return 'json';
  if (first === LESS_THAN) return 'xml';
  throw new BomError('not-json-or-xml', 'The document is neither JSON nor XML.');
}

function notUtf8(): BomError {
  const message = 'JSON must be encoded in UTF-8, and this is UTF-16.';
  return new BomError('invalid-encoding', message, {
    violations: [placeViolation({ line: 1, column: 1 }, message)],
  });
}

async function detectFormat(source: BomSource, limits: ReadLimits): Promise<BomFormat> {
  for await (const chunk of openDocument(source, limits)) {
    const format = findFormat(chunk);
    if (format !== undefined) return format;
  }
  throw new BomError('not-json-or-xml', 'The document is empty.');
}

async function searchSpecVersion(source: BomSource, limits: ReadLimits): Promise<SpecVersionSearch> {
  const finder = new SpecVersionFinder();
  for await (const chunk of openDocument(source, limits)) {
    const search = finder.write(chunk);
    if (search.state !== 'searching') return search;
  }
  return finder.result;
}

function toJsonVersion(search: SpecVersionSearch): JsonSpecVersion {
  if (search.state === 'searching')
    throw new BomError('truncated', 'The document ends before it is complete.');
  if (search.state === 'absent') {
    throw atSpecVersion(
      'version-undetermined',
      search.foreign === undefined
        ? 'The document does not say its CycloneDX version: specVersion is missing.'
        : `This is ${search.foreign}, not CycloneDX. Only CycloneDX (JSON or XML) is taken: convert the document first.`,
    );
  }
  if (isJsonSpecVersion(search.text)) return search.text;
  if (isSpecVersion(search.text)) {
    throw atSpecVersion('json-not-supported', `CycloneDX ${search.text} does not have a JSON form.`);
  }
  throw atSpecVersion(
    'unknown-spec-version',
    `CycloneDX version "${search.text.slice(0, 40)}" is not known.`,
  );
}

function atSpecVersion(kind: BomErrorKind, message: string): BomError {
  return new BomError(kind, message, { violations: [{ place: '/specVersion', message }] });
}

function toXmlVersion({ namespace, place }: XmlRoot): SpecVersion {
  const version = findNamespaceVersion(namespace);
  if (version === undefined) {
    const message = 'The document does not say its CycloneDX version: its root is not a CycloneDX bom.';
    throw new BomError('version-undetermined', message, { violations: [placeViolation(place, message)] });
  }
  if (isSpecVersion(version)) return version;
  const message = `CycloneDX version "${version.slice(0, 40)}" is not known.`;
  throw new BomError('unknown-spec-version', message, { violations: [placeViolation(place, message)] });
}

/** Detects the format and the version. Reads no more than needed. */
export async function detectBom(source: BomSource, limits: ReadLimits): Promise<DetectedBom> {
  if ((await detectFormat(source, limits)) === 'json') {
    return { format: 'json', specVersion: toJsonVersion(await searchSpecVersion(source, limits)) };
  }
  const root = await readXmlRoot(decodeXml(openDocument(source, limits)));
  return { format: 'xml', specVersion: toXmlVersion(root) };
}
