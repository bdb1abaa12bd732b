import { BomError } from '../bom-error.ts';
import type { BomListName } from '../model/bom.ts';
import type { BatchCollector } from '../read/batch-collector.ts';
import { isIdentified, keepsLists } from '../read/is-identified.ts';
import { BOM_SPLIT_PLAN } from '../read/split-plan.ts';
import type { ReadLimits } from '../read-limits.ts';
import { duplicateFinding } from '../schema/array-node.ts';
import { type BomSchema, getBomSchema } from '../schema/bom-schema.ts';
import { childPointer, type Finding, type JsonObject, type SchemaNode } from '../schema/schema-node.ts';
import { structuralHash } from '../schema/structural-hash.ts';
import { type JsonSpecVersion, LATEST_SPEC_VERSION } from '../spec-version.ts';
import type { ViolationLog, ViolationLogs } from '../violation-log.ts';
import { JsonSplitter } from './json-splitter.ts';
import type { SplitElement, SplitList } from './split-frames.ts';

/** Members that are not content, or whose elements are read one by one. */
const NOT_CONTENT: ReadonlySet<string> = new Set([
  ...['$schema', 'bomFormat', 'specVersion'],
  ...Object.keys(BOM_SPLIT_PLAN.lists),
]);

interface JsonBomReaderOptions {
  readonly specVersion: JsonSpecVersion;
  readonly limits: ReadLimits;
  readonly collector: BatchCollector;
  /** Receives the violations. Without it nothing is validated. */
  readonly violations: ViolationLogs | undefined;
}

/** Reads a JSON document: splits it, then parses, validates and emits one element at a time. */
export class JsonBomReader {
  readonly #splitter: JsonSplitter;
  readonly #collector: BatchCollector;
  readonly #violations: ViolationLogs | undefined;
  readonly #schema: BomSchema;
  /** Hashes of the items of each list, to check `uniqueItems` without keeping the items. */
  readonly #seen = new WeakMap<SplitList, Set<number>>();

  constructor(options: JsonBomReaderOptions) {
    this.#collector = options.collector;
    this.#violations = options.violations;
    this.#schema = getBomSchema(options.violations === undefined ? LATEST_SPEC_VERSION : options.specVersion);
    this.#splitter = new JsonSplitter(BOM_SPLIT_PLAN, options.limits, {
      element: (element) => this.#element(element),
      document: (text) => this.#document(text),
    });
  }

  write(chunk: Uint8Array): void {
    this.#splitter.write(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  #element(element: SplitElement): void {
    const { list, index, serial, text } = element;
    const parsed = parseJson(text, () => childPointer(list.pointer, index));
    const node = this.#schema.items.get(list.name);
    const isSafe = () => isIdentified(list.name, parsed);
    const value =
      node === undefined
        ? parsed
        : this.#checked(parsed, { node, isSafe, pointer: () => childPointer(list.pointer, index) });
    if (this.#violations !== undefined && !this.#isFirst(list, value)) {
      report(this.#logFor(true), [duplicateFinding(list.pointer, index)]);
    }
    // The document will be refused: do not emit values that may break the model.
    if (value === undefined || this.#violations?.refusing.isEmpty === false) return;
    const inMetadata = list.pointer.startsWith('/metadata/');
    const place =
      list.owner === 0 ? { order: serial, inMetadata } : { order: serial, parent: list.owner, inMetadata };
    this.#collector.add(list.name as BomListName, place, withoutHole(value, list.name), text.length);
  }

  #document(text: string): void {
    const parsed = parseJson(text, () => 'the document');
    const check = { node: this.#schema.root, isSafe: () => keepsLists(parsed), pointer: () => '' };
    const value = (this.#checked(parsed, check) ?? {}) as JsonObject;
    const content = Object.entries(value).filter(([name]) => !NOT_CONTENT.has(name));
    this.#collector.finish(withoutMetadataHole(Object.fromEntries(content)));
  }

  #checked(value: unknown, { node, isSafe, pointer }: Check): unknown {
    if (this.#violations === undefined) return node.coerce(value);
    if (node.accepts(value)) return value;
    const log = this.#logFor(this.#violations.ignored !== undefined && isSafe());
    // Explaining takes far longer than checking, and only the listed violations need it.
    if (log?.isFull) log.count();
    else report(log, node.explain(value, pointer()));
    return log === this.#violations.ignored ? node.coerce(value) : value;
  }

  #logFor(isIgnorable: boolean): ViolationLog | undefined {
    const ignored = isIgnorable ? this.#violations?.ignored : undefined;
    return ignored ?? this.#violations?.refusing;
  }

  #isFirst(list: SplitList, value: unknown): boolean {
    const seen = this.#seen.get(list) ?? new Set<number>();
    if (seen.size === 0) this.#seen.set(list, seen);
    return seen.size < seen.add(structuralHash(value)).size;
  }
}

/** How to check a value against the schema. */
interface Check {
  readonly node: SchemaNode;
  /** Whether the violations of this value can be ignored. */
  readonly isSafe: () => boolean;
  readonly pointer: () => string;
}

function report(log: ViolationLog | undefined, findings: readonly Finding[]): void {
  for (const { pointer, message } of findings) {
    log?.add({ place: pointer === '' ? '/' : pointer, message });
  }
}

function parseJson(text: string, place: () => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The document is not well-formed JSON at ${place()}: ${(error as Error).message}`;
    throw new BomError('malformed', message, { cause: error });
  }
}

/** The nested elements were read separately and left an empty list. */
function withoutHole(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value;
  const { [name]: hole, ...rest } = value as Record<string, unknown>;
  return Array.isArray(hole) ? rest : value;
}

function withoutMetadataHole(document: JsonObject): JsonObject {
  const metadata = document.metadata as JsonObject | undefined;
  if (typeof metadata?.component !== 'object') return document;
  return { ...document, metadata: { ...metadata, component: withoutHole(metadata.component, 'components') } };
}
