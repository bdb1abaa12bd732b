/** Large enough that a reader is not woken for every item of a list. */
const PIECE_CHARACTERS = 64 * 1024;

/** The texts of items that come in blocks, put together to pieces of a good size. */
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
