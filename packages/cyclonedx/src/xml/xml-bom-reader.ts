import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { BomError, type BomErrorKind } from '../bom-error.ts';
import { placeViolation } from '../document-place.ts';
import type { BomListName } from '../model/bom.ts';
import type { BatchCollector } from '../read/batch-collector.ts';
import type { ElementPlace } from '../read/bom-batch.ts';
import { isIdentified } from '../read/is-identified.ts';
import { BOM_SPLIT_PLAN, findListPlan, findObjectPlan, type SplitPlan } from '../read/split-plan.ts';
import type { ReadLimits } from '../read-limits.ts';
import { structuralHash } from '../schema/structural-hash.ts';
import { type SpecVersion, toXmlNamespace } from '../spec-version.ts';
import type { ViolationLogs } from '../violation-log.ts';
import { type PieceFrame, PieceQueue, toPieceFrame } from './piece-queue.ts';
import { doctypeRefused, notWellFormed, placeOf } from './read-xml-root.ts';
import { bomDocument, LIST_ITEMS } from './shapes/bom-shapes.ts';
import { TextCapture } from './text-capture.ts';
import type { XmlElement } from './xml-element.ts';
import { lineViolation, requiresUniqueReferences, XsdPieceValidator } from './xsd-validator.ts';

type NamespacedTag = SaxesTagNS;

/** In XML a list of citations must not be empty, so it is read with the document and not split. */
const { citations: _, ...splitLists } = BOM_SPLIT_PLAN.lists;
const XML_SPLIT_PLAN: SplitPlan = { ...BOM_SPLIT_PLAN, lists: splitLists };

/** The extension that 1.1 uses for the dependency graph. */
const DEPENDENCY_GRAPH_NAMESPACE = 'http://cyclonedx.org/schema/ext/dependency-graph/1.0';

function isDependencyGraph({ uri, local }: NamespacedTag): boolean {
  return uri === DEPENDENCY_GRAPH_NAMESPACE && (local === 'dependencies' || local === 'dependency');
}

/** A limit, because libxml2 joins the parts of a text in time quadratic in their number. */
const MAX_INTERRUPTIONS = 10_000;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  text: string;
  readonly known: boolean;
  readonly tag: NamespacedTag;
  /** Set for elements that contain lists to split. */
  readonly plan: SplitPlan | undefined;
  /** Set for a list that is split. */
  readonly list: { readonly name: BomListName; readonly plan: SplitPlan; items: number } | undefined;
  /** Set for an item of such a list. */
  readonly item: { readonly list: BomListName; readonly place: ElementPlace } | undefined;
}

interface XmlBomReaderOptions {
  readonly specVersion: SpecVersion;
  readonly limits: ReadLimits;
  readonly collector: BatchCollector;
  /** Receives the violations. Without it nothing is validated. */
  readonly violations: ViolationLogs | undefined;
}

/**
 * Reads an XML document. The parser emits one element at a time. Its text is kept until a few hundred components can be
 * validated together against the XSD, as a small document.
 */
export class XmlBomReader {
  readonly #options: XmlBomReaderOptions;
  readonly #namespace: string;
  readonly #pieces: PieceQueue | undefined;
  readonly #parser: SaxesParser<{ xmlns: true }>;
  readonly #stack: OpenElement[] = [];
  readonly #references = new Set<number>();
  /** The text of the document and of the open items, innermost last. */
  readonly #captures: TextCapture[] = [];
  /** Set between two items of a list. The text belongs to the next item, or to the list if no item follows. */
  #gap: TextCapture | undefined;
  #serial = 0;
  #chunk = '';
  #chunkStart = 0;
  #captured = 0;
  #lastEvent = 0;
  #interruptions = 0;
  readonly #frames = new WeakMap<OpenElement, PieceFrame>();

  private constructor(options: XmlBomReaderOptions, pieces: PieceQueue | undefined) {
    this.#options = options;
    this.#pieces = pieces;
    this.#namespace = toXmlNamespace(options.specVersion);
    this.#parser = new SaxesParser({ xmlns: true });
    this.#parser.on('opentag', (tag) => this.#open(tag as NamespacedTag));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => {
      this.#interrupt();
      this.#text(text);
    });
    this.#parser.on('comment', () => this.#interrupt());
    this.#parser.on('processinginstruction', () => this.#interrupt());
    this.#parser.on('doctype', () => {
      throw doctypeRefused(placeOf(this.#parser));
    });
    this.#parser.on('error', (error) => {
      throw notWellFormed(error);
    });
    this.#captures.push(this.#newCapture(1));
  }

  static async create(options: XmlBomReaderOptions): Promise<XmlBomReader> {
    const { specVersion, violations, collector } = options;
    if (violations === undefined) return new XmlBomReader(options, undefined);
    const validator = await XsdPieceValidator.create(specVersion);
    return new XmlBomReader(options, new PieceQueue(validator, violations, collector));
  }

  write(text: string): void {
    this.#chunk = text;
    this.#parser.write(text);
    this.#capture(this.#chunkStart + text.length);
    this.#chunkStart += text.length;
    if (this.#chunkStart - this.#lastEvent > this.#options.limits.maxStringBytes) {
      throw this.#refusal(
        'too-large',
        `A text is longer than ${this.#options.limits.maxStringBytes} characters.`,
      );
    }
  }

  end(): void {
    try {
      this.#parser.close();
    } catch (error) {
      throw this.#refusal('truncated', 'The document ends before it is complete.', error);
    }
  }

  /** Counts comments, CDATA sections and processing instructions between two tags. */
  #interrupt(): void {
    if (++this.#interruptions > MAX_INTERRUPTIONS) {
      throw this.#refusal(
        'too-large',
        `A text contains more than ${MAX_INTERRUPTIONS} comments, CDATA sections and processing instructions.`,
      );
    }
  }

  #refusal(kind: BomErrorKind, message: string, cause?: unknown): BomError {
    return new BomError(kind, message, {
      cause,
      violations: [placeViolation(placeOf(this.#parser), message)],
    });
  }

  #newCapture(line: number): TextCapture {
    const capture = new TextCapture(this.#options.limits.maxElementBytes);
    capture.begin(line);
    return capture;
  }

  /** Appends the text up to a position of the document to the current capture. */
  #capture(end: number): void {
    if (this.#pieces !== undefined) {
      const capture = this.#gap ?? (this.#captures.at(-1) as TextCapture);
      capture.append(this.#chunk.slice(this.#captured - this.#chunkStart, end - this.#chunkStart));
    }
    this.#captured = end;
  }

  #open(tag: NamespacedTag): void {
    this.#lastEvent = this.#parser.position;
    this.#interruptions = 0;
    const parent = this.#stack.at(-1);
    if (this.#stack.length >= this.#options.limits.maxDepth) {
      throw this.#refusal(
        'too-deep',
        `The document is nested more than ${this.#options.limits.maxDepth} levels deep.`,
      );
    }
    const element = this.#toElement(tag, parent);
    this.#stack.push(element);
    if (element.item !== undefined) this.#openItem();
    else if (element.list !== undefined) this.#openList();
    // Counted for the item, not for the list, because a list may have any number of items.
    this.#countValues(1 + element.attributes.size);
  }

  /**
   * Refuses an item with too many elements while it is read, because validating them would cost far more than reading.
   */
  #countValues(values: number): void {
    const capture = this.#captures.at(-1) as TextCapture;
    capture.values += values;
    const { maxElementValues } = this.#options.limits;
    if (capture.values > maxElementValues) {
      throw this.#refusal(
        'too-large',
        `One element, such as one component, has more than ${maxElementValues} elements and attributes.`,
      );
    }
  }

  #toElement(tag: NamespacedTag, parent: OpenElement | undefined): OpenElement {
    const own = tag.uri === this.#namespace;
    const item = own && parent?.list !== undefined && tag.local === LIST_ITEMS[parent.list.name].element;
    const listPlan = own ? findListPlan(parent?.plan, tag.local) : undefined;
    return {
      name: tag.local,
      tag,
      known: own || isDependencyGraph(tag),
      attributes: this.#attributesOf(tag),
      children: [],
      text: '',
      plan: item ? parent.list?.plan : this.#planOf(tag, parent),
      list: listPlan && { name: tag.local as BomListName, plan: listPlan, items: 0 },
      item:
        item && parent.list !== undefined ? { list: parent.list.name, place: this.#nextPlace() } : undefined,
    };
  }

  #planOf(tag: NamespacedTag, parent: OpenElement | undefined): SplitPlan | undefined {
    if (parent === undefined) return XML_SPLIT_PLAN;
    return tag.uri === this.#namespace ? findObjectPlan(parent.plan, tag.local) : undefined;
  }

  #attributesOf(tag: NamespacedTag): ReadonlyMap<string, string> {
    let values: Map<string, string> | undefined;
    for (const name in tag.attributes) {
      const { uri, local, value } = tag.attributes[name] as SaxesAttributeNS;
      if (uri !== '') continue;
      values ??= new Map();
      values.set(local, value);
      if (local === 'bom-ref') this.#checkReference(value);
    }
    return values ?? NO_ATTRIBUTES;
  }

  #checkReference(reference: string): void {
    const { violations, specVersion } = this.#options;
    if (violations === undefined || !requiresUniqueReferences(specVersion)) return;
    if (this.#references.size === this.#references.add(structuralHash(reference)).size) {
      (violations.ignored ?? violations.refusing).add(
        lineViolation(this.#parser.line, `The bom-ref "${reference.slice(0, 100)}" is not unique.`),
      );
    }
  }

  #nextPlace(): ElementPlace {
    const order = ++this.#serial;
    const parent = this.#stack.findLast((element) => element.item !== undefined)?.item?.place.order;
    const inMetadata = this.#stack[1]?.name === 'metadata';
    return parent === undefined ? { order, inMetadata } : { order, parent, inMetadata };
  }

  #openList(): void {
    this.#capture(this.#parser.position);
    this.#gap = this.#newCapture(this.#parser.line);
  }

  #openItem(): void {
    this.#captures.push(this.#gap ?? this.#newCapture(this.#parser.line));
    this.#gap = undefined;
  }

  #text(text: string): void {
    this.#lastEvent = this.#parser.position;
    const top = this.#stack.at(-1);
    if (top?.known) top.text += text;
  }

  #close(): void {
    this.#lastEvent = this.#parser.position;
    this.#interruptions = 0;
    const element = this.#stack.pop() as OpenElement;
    const parent = this.#stack.at(-1);
    if (element.item !== undefined) this.#closeItem(element, element.item);
    else if (element.list !== undefined) this.#closeList(element.list.items > 0);
    else if (parent === undefined) this.#closeDocument(element);
    else if (element.known) parent.children.push(element);
  }

  /** Foreign elements after the last item are validated with it, because the schema allows them only there. */
  #closeList(hasItems: boolean): void {
    this.#capture(this.#parser.position);
    const gap = this.#gap as TextCapture;
    this.#gap = undefined;
    const owner = this.#captures.at(-1) as TextCapture;
    const [trailing, closing] = gap.splitBefore('</');
    if (hasItems) this.#pieces?.append(trailing);
    else owner.absorb(trailing);
    owner.absorb(closing);
  }

  #closeItem(element: OpenElement, item: NonNullable<OpenElement['item']>): void {
    this.#capture(this.#parser.position);
    const capture = this.#captures.pop() as TextCapture;
    this.#gap = this.#newCapture(this.#parser.line);
    const list = this.#stack.at(-1)?.list;
    if (list !== undefined) list.items++;
    const value = LIST_ITEMS[item.list].shape.read(element);
    this.#checkIdentity(item.list, value);
    if (this.#pieces === undefined) this.#options.collector.add(item.list, item.place, value, 0);
    else this.#pieces.add(this.#frameOf(item.list), capture, { ...item, value });
  }

  /** The XSD requires it too, but its violations do not say whether they concern the identity. */
  #checkIdentity(list: BomListName, value: unknown): void {
    const { violations } = this.#options;
    if (violations?.ignored === undefined || isIdentified(list, value)) return;
    const { element } = LIST_ITEMS[list];
    violations.refusing.add(lineViolation(this.#parser.line, `This ${element} has no name.`));
  }

  /** Computed once per list. */
  #frameOf(list: BomListName): PieceFrame {
    const listElement = this.#stack.at(-1) as OpenElement;
    const known = this.#frames.get(listElement);
    if (known !== undefined) return known;
    const frame = toPieceFrame(
      list,
      this.#namespace,
      this.#stack.map((element) => element.tag.ns ?? {}),
    );
    this.#frames.set(listElement, frame);
    return frame;
  }

  #closeDocument(element: OpenElement): void {
    this.#capture(this.#parser.position);
    const { collector } = this.#options;
    const [capture] = this.#captures;
    if (capture !== undefined) this.#pieces?.finish(capture);
    const { citations, dependencies, ...document } = bomDocument.read(element) as Record<string, unknown>;
    this.#emitItems('dependencies', dependencies);
    this.#emitItems('citations', citations);
    collector.finish(document);
  }

  /** Emits the items of a list that was read with the document. */
  #emitItems(name: BomListName, items: unknown): void {
    for (const item of Array.isArray(items) ? items : []) {
      this.#options.collector.add(name, this.#nextPlace(), item, 0);
    }
  }
}
