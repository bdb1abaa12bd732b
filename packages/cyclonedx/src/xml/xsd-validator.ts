import type { ErrorDetail, ParseOption, XsdValidator } from 'libxml2-wasm';
import { loadSpdxXsd, loadXsd, SPDX_XSD_NAME } from '../schema/official-schemas.ts';
import { isAtLeast, type SpecVersion } from '../spec-version.ts';
import type { Violation, ViolationLog } from '../violation-log.ts';
import type { TextSlice } from './text-capture.ts';

type Libxml = typeof import('libxml2-wasm');

/** A limit, because messages of libxml2 repeat whole enumerations, and the SPDX list has seven hundred ids. */
const MAX_MESSAGE_LENGTH = 240;

let library: Promise<Libxml> | undefined;
const validators = new Map<SpecVersion, XsdValidator>();

async function loadLibrary(): Promise<Libxml> {
  const libxml = await import('libxml2-wasm');
  // The only file that libxml2 can open, so that schemas cannot access the network or the disk.
  libxml.xmlRegisterInputProvider(new libxml.XmlBufferInputProvider({ [SPDX_XSD_NAME]: loadSpdxXsd() }));
  return libxml;
}

/**
 * Removed, because pieces are validated separately. The reader checks that bom-refs are unique in the whole document.
 */
const UNIQUENESS = /<xs:unique\b.*?<\/xs:unique>/gs;

/**
 * libxml2 tries all alternatives of the hash pattern in parallel, which takes three quarters of the validation time.
 * The nested pattern matches the same lengths deterministically.
 */
export const HASH_PATTERN =
  '([a-fA-F0-9]{32})|([a-fA-F0-9]{40})|([a-fA-F0-9]{64})|([a-fA-F0-9]{96})|([a-fA-F0-9]{128})';
export const NESTED_HASH_PATTERN =
  '[a-fA-F0-9]{32}([a-fA-F0-9]{8}([a-fA-F0-9]{24}([a-fA-F0-9]{32}([a-fA-F0-9]{32})?)?)?)?';

function prepareXsd(xsd: Buffer): string {
  return xsd.toString('utf8').replace(UNIQUENESS, '').replace(HASH_PATTERN, NESTED_HASH_PATTERN);
}

function compileXsd(libxml: Libxml, version: SpecVersion): XsdValidator {
  const document = libxml.XmlDocument.fromString(prepareXsd(loadXsd(version)), {
    url: `bom-${version}.xsd`,
  });
  try {
    return libxml.XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

/** 1.0 has no bom-refs. */
export function requiresUniqueReferences(version: SpecVersion): boolean {
  return isAtLeast(version, '1.1');
}

function toMessage(detail: ErrorDetail): string {
  const plain = detail.message.replaceAll(/\{https?:\/\/[^}]*\}/g, '').trim();
  return plain.length > MAX_MESSAGE_LENGTH ? `${plain.slice(0, MAX_MESSAGE_LENGTH)}…` : plain;
}

/**
 * Returns a function that maps a line of the validated text to the line of the document. Each slice starts a new line.
 */
function toDocumentLines(slices: readonly TextSlice[], firstLine: number): (line: number) => number {
  let begins = firstLine;
  const starts = slices.map((slice) => {
    const start = { begins, line: slice.line };
    begins += slice.text.split('\n').length;
    return start;
  });
  return (line) => {
    const start = starts.findLast((candidate) => candidate.begins <= line) ?? starts[0];
    return start === undefined ? line : start.line + Math.max(0, line - start.begins);
  };
}

export function lineViolation(line: number, message: string): Violation {
  return { place: `line ${line}`, message, line };
}

/** Validates pieces of a document against the XSD of its version. */
export class XsdPieceValidator {
  readonly #libxml: Libxml;
  readonly #validator: XsdValidator;
  readonly #options: ParseOption;

  private constructor(libxml: Libxml, validator: XsdValidator) {
    this.#libxml = libxml;
    this.#validator = validator;
    const { XML_PARSE_NONET, XML_PARSE_NO_XXE, XML_PARSE_HUGE, XML_PARSE_IGNORE_ENC, XML_PARSE_BIG_LINES } =
      libxml.ParseOption;
    this.#options =
      XML_PARSE_NONET | XML_PARSE_NO_XXE | XML_PARSE_HUGE | XML_PARSE_IGNORE_ENC | XML_PARSE_BIG_LINES;
  }

  static async create(version: SpecVersion): Promise<XsdPieceValidator> {
    library ??= loadLibrary();
    const libxml = await library;
    const known = validators.get(version) ?? compileXsd(libxml, version);
    validators.set(version, known);
    return new XsdPieceValidator(libxml, known);
  }

  /** `head` and `tail` enclose the slices and make them a document. */
  validate(head: string, slices: readonly TextSlice[], tail: string, log: ViolationLog): void {
    const texts = slices.map((slice) => slice.text);
    const text = [...(head === '' ? [] : [head]), ...texts, ...(tail === '' ? [] : [tail])].join('\n');
    const details = this.#errorsOf(text);
    if (details.length === 0) return;
    const toLine = toDocumentLines(slices, head === '' ? 1 : 2);
    for (const detail of details) {
      if (log.isFull) log.count();
      else log.add(lineViolation(toLine(detail.line), toMessage(detail)));
    }
  }

  #errorsOf(text: string): readonly ErrorDetail[] {
    const { XmlDocument, XmlLibError } = this.#libxml;
    try {
      using document = XmlDocument.fromBuffer(Buffer.from(text, 'utf8'), {
        option: this.#options,
        encoding: 'UTF-8',
      });
      this.#validator.validate(document);
      return [];
    } catch (error) {
      if (error instanceof XmlLibError) return error.details;
      throw error;
    }
  }
}
