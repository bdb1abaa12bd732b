/** A method and a path with parameters in braces, as in `GET /api/v1/project/{uuid}`. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
}

/** A request that a test makes. Parts that are known only at run time are `{}` in its path. */
export interface Request {
  readonly method: string | undefined;
  readonly path: string;
}

export const HOLE = '{}';

/** Equal for two endpoints that differ only in the names of their parameters. */
export function toShape({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, HOLE)}`;
}

/**
 * The endpoint that a request reaches. Fixed segments take precedence over parameters, as in the server. A request of an
 * unknown method matches if its path has only one method.
 */
export function matchEndpoint<E extends Endpoint>(endpoints: readonly E[], request: Request): E | undefined {
  const segments = toSegments(withoutQuery(request.path));
  const fitting = endpoints
    .filter(({ method, path }) => (request.method ?? method) === method && fits(toSegments(path), segments))
    .sort((a, b) => compareText(toRank(a.path), toRank(b.path)));
  const [best, next] = fitting;
  const isUnclear = best && next && toRank(best.path) === toRank(next.path);
  return isUnclear ? undefined : best;
}

/** An unknown part at the end of a word is a query string that was built elsewhere. */
function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/(?<=[^/])\{\}$/, '');
}

function toSegments(path: string): string[] {
  return path.split('/');
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => isParameter(part) || part === segments[i])
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Sorts fixed segments first; the leftmost difference decides. */
function toRank(path: string): string {
  return toSegments(path)
    .map((segment) => (isParameter(segment) ? '1' : '0'))
    .join('');
}

/** Compares by code unit, so that the order is the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
