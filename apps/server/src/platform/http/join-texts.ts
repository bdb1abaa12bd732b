/** Large enough to avoid a write per item. */
const PIECE_CHARACTERS = 64 * 1024;

/** Joins the texts of items into pieces of at least 64 KiB. */
export async function* joinTexts<Item>(
  blocks: AsyncIterable<Iterable<Item>>,
  write: (item: Item) => string,
): AsyncGenerator<string> {
  let piece = '';
  for await (const block of blocks) {
    for (const item of block) {
      piece += write(item);
      if (piece.length < PIECE_CHARACTERS) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece;
}
