interface Window {
  readonly offset: number;
  readonly limit: number | null;
}

/** The total number of rows. Runs a count query only if the page does not determine the total. */
export async function totalOf(page: Window, found: number, count: () => Promise<number>): Promise<number> {
  const isLastPage = page.limit === null || found < page.limit;
  return isLastPage && (found > 0 || page.offset === 0) ? page.offset + found : count();
}
