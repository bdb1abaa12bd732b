interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The address of the page within the web interface: without the path under which a proxy serves it. */
export function presentPath({ pathname, search, hash }: Place, baseUri: string): string {
  const base = new URL(baseUri).pathname;
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : '';
  return `/${path}${search}${hash}`;
}
