interface Window {
  readonly offset: number;
  readonly limit: number | null;
}

/** How many rows there are in all. The page often says so itself; only otherwise are they counted. */
export async function totalOf(page: Window, found: number, count: () => Promise<number>): Promise<number> {
  const isLastPage = page.limit === null || found < page.limit;
  return isLastPage && (found > 0 || page.offset === 0) ? page.offset + found : count();
}
