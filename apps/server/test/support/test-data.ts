/** The folder of published data. See `vitest.config.ts`. */
export const TEST_DATA = process.env.TALLYMAN_TEST_DATA ?? '';

/** Prints that a test is skipped because a part of the published data is missing. */
export function noteSkipped(what: string): void {
  process.stderr.write(`Skipped ${what}: not in ${TEST_DATA} (TALLYMAN_TEST_DATA).\n`);
}
