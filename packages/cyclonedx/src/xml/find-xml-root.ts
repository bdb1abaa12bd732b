import { SaxesParser } from 'saxes';
import { BomError } from '../bom-error.ts';

/** The root element of a real document begins within a few hundred characters. */
const MAX_PROLOG_CHARACTERS = 64 * 1024;
const STEP_CHARACTERS = 4 * 1024;

export function doctypeRefused(): BomError {
  return new BomError('doctype-refused', 'Documents with a DOCTYPE or entity declarations are refused.');
}

export function notWellFormed(error: Error): BomError {
  return new BomError('malformed', `The document is not well-formed XML: ${error.message}`, { cause: error });
}

/** Where the markup after comments, processing instructions and white space begins; -1 when it is not there yet. */
function endOfMisc(prolog: string): number {
  let index = 0;
  for (;;) {
    index = prolog.indexOf('<', index);
    if (index < 0) return -1;
    const close = prolog.startsWith('<!--', index)
      ? '-->'
      : prolog.startsWith('<?', index)
        ? '?>'
        : undefined;
    if (close === undefined) return index;
    const end = prolog.indexOf(close, index + 2);
    if (end < 0) return -1;
    index = end + close.length;
  }
}

/** A DOCTYPE is refused as soon as its name is there, before a parser collects what is inside. */
function refuseDoctype(prolog: string): void {
  const start = endOfMisc(prolog);
  if (start >= 0 && prolog.startsWith('<!DOCTYPE', start)) throw doctypeRefused();
}

async function* steps(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    for (let from = 0; from < text.length; from += STEP_CHARACTERS)
      yield text.slice(from, from + STEP_CHARACTERS);
  }
}

/** The namespace of the root element; empty when the root is not a `bom`. */
export async function findXmlRoot(texts: AsyncIterable<string>): Promise<string> {
  let namespace: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    namespace ??= tag.local === 'bom' ? tag.uri : '';
  });
  parser.on('error', (error) => {
    if (namespace === undefined) throw notWellFormed(error);
  });
  let prolog = '';
  for await (const step of steps(texts)) {
    prolog += step;
    refuseDoctype(prolog);
    parser.write(step);
    if (namespace !== undefined) return namespace;
    if (prolog.length > MAX_PROLOG_CHARACTERS) break;
  }
  throw new BomError(
    'version-undetermined',
    'The document does not say its CycloneDX version: it has no root element.',
  );
}
