import { BOM_LIST_NAMES, type BomListName } from '../model/bom.ts';
import type { BomSchema } from '../schema/bom-schema.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { type BomContent, DistinctItems } from './bom-content.ts';
import { createJsonFormat } from './json-format.ts';
import type { ListWriter, TextFormat } from './text-format.ts';
import type { WriteTarget } from './write-options.ts';
import { getWriteSchema } from './write-schema.ts';
import { createXmlFormat } from './xml-format.ts';

/** Large enough that a consumer does not wake up for every component. */
const CHUNK_CHARACTERS = 64 * 1024;

const LISTS: ReadonlySet<string> = new Set(BOM_LIST_NAMES);

function isListName(name: string): name is BomListName {
  return LISTS.has(name);
}

type Items = Iterable<unknown> | AsyncIterable<unknown> | DistinctItems<unknown>;

async function* blocksOf(items: Items): AsyncGenerator<Iterable<unknown>> {
  if (items instanceof DistinctItems) yield* items.blocks;
  else if (Symbol.iterator in items) yield items;
  else for await (const item of items) yield [item];
}

/** Converts items to the target version and writes them in chunks. */
async function* listPieces(
  items: Items,
  node: SchemaNode | undefined,
  writer: ListWriter,
): AsyncGenerator<string> {
  let piece = '';
  for await (const block of blocksOf(items)) {
    for (const item of block) {
      const kept = node?.prune(item);
      if (kept !== undefined) piece += writer.item(kept);
      if (piece.length < CHUNK_CHARACTERS) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece + writer.end();
}

async function* pieces(content: BomContent, schema: BomSchema, format: TextFormat): AsyncGenerator<string> {
  const serialNumber = schema.members.get('serialNumber')?.prune(content.serialNumber);
  yield format.head({ serialNumber, version: content.version });
  for (const name of format.memberOrder) {
    const value = content[name] ?? (format.demands.has(name) ? [] : undefined);
    if (value === undefined || !format.knows(name, schema)) continue;
    if (isListName(name)) {
      const writer = format.list(name, value instanceof DistinctItems);
      yield* listPieces(value as Items, schema.items.get(name), writer);
    } else {
      const kept = schema.members.has(name) ? schema.members.get(name)?.prune(value) : value;
      if (kept !== undefined) yield format.member(name, kept);
    }
  }
  yield format.tail;
}

/**
 * Writes content as a valid document of any version. Content that the version does not know is converted or left out.
 * The same content gives the same text. Nothing is written ahead: the lists are read only after the first chunk was
 * consumed.
 */
export async function* writeBom(
  content: BomContent | (() => Promise<BomContent>),
  target: WriteTarget,
): AsyncGenerator<string> {
  const format =
    target.format === 'json' ? createJsonFormat(target.specVersion) : createXmlFormat(target.specVersion);
  yield format.opening;
  const found = typeof content === 'function' ? await content() : content;
  let chunk = '';
  for await (const piece of pieces(found, getWriteSchema(target), format)) {
    chunk += piece;
    if (chunk.length >= CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

/** Writes the whole document into one string. */
export async function formatBom(content: BomContent, target: WriteTarget): Promise<string> {
  let text = '';
  for await (const chunk of writeBom(content, target)) text += chunk;
  return text;
}
