/** Any origin: only whether the path leads away from it matters. */
const ORIGIN = 'https://service.invalid';

/**
 * Returns a path of the web interface, never another site: `//host`, `/\host`, control characters and addresses with a
 * scheme become the start page. Paths of the API are not pages.
 */
export function toReturnPath(given: string | undefined): string {
  if (given === undefined || !given.startsWith('/') || /[\\\p{Cc}]/u.test(given)) return '/';
  const url = URL.parse(given, ORIGIN);
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//') || url.pathname.startsWith('/api/')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
