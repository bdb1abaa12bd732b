import type { BomListName } from '../model/bom.ts';
import type { BatchCollector } from '../read/batch-collector.ts';
import type { ElementPlace } from '../read/bom-batch.ts';
import type { ViolationLog, ViolationLogs } from '../violation-log.ts';
import { TextCapture } from './text-capture.ts';
import { escapeAttribute } from './xml-text.ts';
import type { XsdPieceValidator } from './xsd-validator.ts';

/** A piece is validated at this size: about 10 ms of work. */
const PIECE_CHARACTERS = 256 * 1024;

/** A separate prefix, so that the default namespace of the items stays the same. */
const FRAME_PREFIX = '_piece';

/** The markup that turns items into a document. */
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

/** Collects list items into small documents, validates them, and emits the items if they are valid. */
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

  /** Appends text to the last item. */
  append(capture: TextCapture): void {
    this.#piece?.capture.absorb(capture);
  }

  /**
   * Validates the remaining items and the document without its items. Stops when the list of violations is full,
   * because a document full of violations would take minutes.
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
    // The document will be refused: do not emit values that may break the model.
    if (this.#violations.refusing.isEmpty) this.#passOn();
    this.#items = [];
  }

  #passOn(): void {
    for (const { list, place, value, weight } of this.#items) this.#collector.add(list, place, value, weight);
  }
}
