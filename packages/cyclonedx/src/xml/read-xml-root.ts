import { SaxesParser } from 'saxes';
import { BomError } from '../bom-error.ts';
import { placeViolation, type TextPlace, toPlaceText } from '../document-place.ts';

/** Real documents have their root element within a few hundred characters. */
const MAX_PROLOG_CHARACTERS = 64 * 1024;
const STEP_CHARACTERS = 4 * 1024;

export interface XmlRoot {
  /** The namespace of the root element; empty if the root is not `bom`. */
  readonly namespace: string;
  readonly place: TextPlace;
}

export function doctypeRefused(place: TextPlace): BomError {
  const message = 'Documents with a DOCTYPE or entity declarations are refused.';
  return new BomError('doctype-refused', message, { violations: [placeViolation(place, message)] });
}

/** The prefix of the messages of the parser. */
const PARSER_PLACE = /^(?<line>\d+):(?<column>\d+): /;

export function notWellFormed(error: Error): BomError {
  const { line, column } = PARSER_PLACE.exec(error.message)?.groups ?? {};
  const reason = error.message.replace(PARSER_PLACE, '');
  const message = `The document is not well-formed XML: ${reason}`;
  if (!line || !column) return new BomError('malformed', message, { cause: error });
  const place = { line: Number(line), column: Math.max(1, Number(column)) };
  return new BomError('malformed', `${message} (${toPlaceText(place)})`, {
    cause: error,
    violations: [placeViolation(place, message)],
  });
}

/** The current position of a parser. */
export function placeOf({ line, column }: SaxesParser<{ xmlns: true }>): TextPlace {
  return { line, column: Math.max(1, column) };
}

/** The index of the first markup after comments, processing instructions and white space; -1 if it has not arrived. */
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

/** Refuses a DOCTYPE before the parser collects its content. */
function refuseDoctype(prolog: string): void {
  const start = endOfMisc(prolog);
  if (start < 0 || !prolog.startsWith('<!DOCTYPE', start)) return;
  const lines = prolog.slice(0, start).split('\n');
  throw doctypeRefused({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
}

async function* steps(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    for (let from = 0; from < text.length; from += STEP_CHARACTERS)
      yield text.slice(from, from + STEP_CHARACTERS);
  }
}

export async function readXmlRoot(texts: AsyncIterable<string>): Promise<XmlRoot> {
  let root: XmlRoot | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => {
    root ??= { namespace: tag.local === 'bom' ? tag.uri : '', place: placeOf(parser) };
  });
  parser.on('error', (error) => {
    if (root === undefined) throw notWellFormed(error);
  });
  let prolog = '';
  for await (const step of steps(texts)) {
    prolog += step;
    refuseDoctype(prolog);
    parser.write(step);
    if (root !== undefined) return root;
    if (prolog.length > MAX_PROLOG_CHARACTERS) break;
  }
  const message = `The document does not say its CycloneDX version: its first ${MAX_PROLOG_CHARACTERS} characters have no root element.`;
  throw new BomError('version-undetermined', message, {
    violations: [placeViolation(placeOf(parser), message)],
  });
}
