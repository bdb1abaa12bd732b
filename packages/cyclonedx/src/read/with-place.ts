import { BomError, type BomErrorKind } from '../bom-error.ts';
import { placeViolation, type TextPlace, toPlaceText } from '../document-place.ts';
import { type JsonSyntaxError, JsonSyntaxScanner } from '../json/json-syntax-scanner.ts';
import type { ReadLimits } from '../read-limits.ts';
import type { BomSource } from '../source/bom-source.ts';
import { locateEncodingError } from '../source/locate-encoding-error.ts';
import { openDocument } from '../source/open-document.ts';

/** Errors that broken syntax may cause. */
const OF_BROKEN_SYNTAX: ReadonlySet<BomErrorKind> = new Set([
  ...(['not-json-or-xml', 'version-undetermined', 'truncated', 'malformed', 'too-deep'] as const),
]);

/**
 * Adds the position in the file to a syntax error that has none. Scans the document again, so that reading valid
 * documents does not have to count lines.
 */
export async function withPlace(error: unknown, source: BomSource, limits: ReadLimits): Promise<unknown> {
  if (!(error instanceof BomError) || error.violations.some(({ line }) => line !== undefined)) return error;
  try {
    if (error.kind === 'invalid-encoding') return await withEncodingPlace(error, source, limits);
    if (!OF_BROKEN_SYNTAX.has(error.kind)) return error;
    const broken = await findSyntaxError(source, limits);
    return broken === undefined ? error : toSyntaxError(error, broken);
  } catch {
    // A document that cannot be opened again, for example with damaged compression, has no position.
    return error;
  }
}

async function withEncodingPlace(error: BomError, source: BomSource, limits: ReadLimits): Promise<BomError> {
  const place = await locateEncodingError(openDocument(source, limits));
  return place === undefined ? error : placed(error, error.kind, error.message, place);
}

async function findSyntaxError(source: BomSource, limits: ReadLimits): Promise<JsonSyntaxError | undefined> {
  const scanner = new JsonSyntaxScanner(limits.maxDepth);
  for await (const chunk of openDocument(source, limits)) {
    const error = scanner.write(chunk);
    if (error) return error;
  }
  return scanner.end();
}

function toSyntaxError(error: BomError, { kind, message, ...place }: JsonSyntaxError): BomError {
  // Not JSON at all: keep the kind.
  if (error.kind === 'not-json-or-xml') return placed(error, error.kind, error.message, place);
  if (kind === 'truncated') return placed(error, kind, 'The document ends before it is complete.', place);
  return placed(error, kind, `The document is not well-formed JSON: ${message}.`, place);
}

function placed(cause: BomError, kind: BomErrorKind, message: string, place: TextPlace): BomError {
  const { line, column } = place;
  return new BomError(kind, `${message} (${toPlaceText(place)})`, {
    cause,
    violations: [placeViolation({ line, column }, message)],
  });
}
