import type { BomListName } from '../model/bom.ts';
import type { BatchCollector } from '../read/batch-collector.ts';
import type { ElementPlace } from '../read/bom-batch.ts';
import type { ViolationLog, ViolationLogs } from '../violation-log.ts';
import { TextCapture } from './text-capture.ts';
import { escapeAttribute } from './xml-text.ts';
import type { XsdPieceValidator } from './xsd-validator.ts';

/** A piece is validated when this much text has gathered: about 10 ms of work. */
const PIECE_CHARACTERS = 256 * 1024;

/** Our own prefix, so that the default namespace inside is the one that holds where the items stood. */
const FRAME_PREFIX = '_piece';

/** What stands around some items to make them a document. */
export interface PieceFrame {
  readonly head: string;
  readonly tail: string;
}

interface PieceItem {
  readonly list: BomListName;
  readonly place: ElementPlace;
  readonly value: unknown;
}

/** `declared` are the namespaces that each of the enclosing elements declares, outermost first. */
export function toPieceFrame(
  list: BomListName,
  namespace: string,
  declared: readonly Readonly<Record<string, string>>[],
): PieceFrame {
  const inScope = new Map(declared.flatMap((namespaces) => Object.entries(namespaces)));
  inScope.set(FRAME_PREFIX, namespace);
  const attributes = [...inScope].map(
    ([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(uri)}"`,
  );
  return {
    head: `<${FRAME_PREFIX}:bom${attributes.join('')}><${FRAME_PREFIX}:${list}>`,
    tail: `</${FRAME_PREFIX}:${list}></${FRAME_PREFIX}:bom>`,
  };
}

/** Gathers items of lists into small documents, validates those, and passes the items on once they are valid. */
export class PieceQueue {
  readonly #validator: XsdPieceValidator;
  readonly #log: ViolationLog;
  readonly #violations: ViolationLogs;
  readonly #collector: BatchCollector;
  #items: (PieceItem & { readonly weight: number })[] = [];
  #piece: (PieceFrame & { readonly capture: TextCapture }) | undefined;

  constructor(validator: XsdPieceValidator, violations: ViolationLogs, collector: BatchCollector) {
    this.#validator = validator;
    this.#violations = violations;
    this.#log = violations.ignored ?? violations.refusing;
    this.#collector = collector;
  }

  add(frame: PieceFrame, capture: TextCapture, item: PieceItem): void {
    const full = this.#piece !== undefined && this.#piece.capture.size >= PIECE_CHARACTERS;
    if (full || this.#piece?.head !== frame.head) this.#validatePiece();
    this.#piece ??= { ...frame, capture: new TextCapture(Infinity) };
    this.#piece.capture.absorb(capture);
    this.#items.push({ ...item, weight: capture.size });
  }

  /** Text that belongs behind the item that was added last. */
  append(capture: TextCapture): void {
    this.#piece?.capture.absorb(capture);
  }

  /**
   * Validates what is left, and the document from which the items were cut out. When as many violations are listed as
   * shall be, the rest is not looked at any more: to find them all in a document made of them would take minutes.
   */
  finish(document: TextCapture): void {
    this.#validatePiece();
    if (!this.#log.isFull) this.#validator.validate('', document.slices, '', this.#log);
  }

  #validatePiece(): void {
    if (this.#piece === undefined) return;
    const { head, capture, tail } = this.#piece;
    if (!this.#log.isFull) this.#validator.validate(head, capture.slices, tail, this.#log);
    this.#piece = undefined;
    // After the first such violation the document is lost: what may break a promise of the model is not passed on.
    if (this.#violations.refusing.isEmpty) this.#passOn();
    this.#items = [];
  }

  #passOn(): void {
    for (const { list, place, value, weight } of this.#items) this.#collector.add(list, place, value, weight);
  }
}
