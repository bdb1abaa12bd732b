/** The sizes from the command line, or the default ones. */
export function givenSizes(usual: readonly number[]): readonly number[] {
  const given = process.argv.slice(2).map(Number);
  if (!given.every((size) => size > 0)) throw new Error(`Give numbers, such as ${usual.join(' ')}.`);
  return given.length > 0 ? given : usual;
}
