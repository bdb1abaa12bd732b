import type { Problem, ProblemViolation } from '@tallyman/contract';

interface FieldError {
  readonly path: string;
  readonly message: string;
}

/**
 * Thrown if the service responds with a problem document (RFC 9457) or a status that the operation does not declare.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly title: string;
  readonly detail: string | undefined;
  readonly errors: readonly FieldError[];
  /** For a rejected document: every schema violation. */
  readonly violations: readonly ProblemViolation[];
  /** Id of the request in the log of the service. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The whole document, including members that only some problems have. */
  readonly problem: Problem & Readonly<Record<string, unknown>>;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail ?? problem.title);
    this.status = problem.status;
    this.title = problem.title;
    this.detail = problem.detail;
    this.errors = Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [];
    this.violations = Array.isArray(problem.violations) ? problem.violations.filter(isViolation) : [];
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfterSeconds = toSeconds(headers.get('retry-after'));
    this.problem = problem;
  }
}

export async function readProblem(response: Response): Promise<ProblemError> {
  const text = await response.text();
  return new ProblemError(
    parseProblem(text, response.status) ?? describeForeign(response, text),
    response.headers,
  );
}

function parseProblem(text: string, status: number): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('title' in value)) return undefined;
    return { type: 'about:blank', ...value, title: String(value.title), status };
  } catch {
    return undefined;
  }
}

/** Describes a response of a proxy or another server. */
function describeForeign(response: Response, text: string): Problem {
  const { status, statusText, headers } = response;
  const title = statusText || `HTTP status ${status}`;
  return { type: 'about:blank', title, status, detail: foreignDetail(status, headers, text) ?? title };
}

function foreignDetail(status: number, headers: Headers, text: string): string | undefined {
  const location = headers.get('location');
  if (location && status >= 300 && status < 400)
    return `The service has moved to ${location}. Use that address.`;
  const isPlain = headers.get('content-type')?.startsWith('text/plain') === true;
  if (isPlain && text.trim() !== '') return text.trim().slice(0, 500);
  return `The response (status ${status}) did not come from a Tallyman service. Check the address.`;
}

function toSeconds(retryAfter: string | null): number | undefined {
  return retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

function isFieldError(error: unknown): error is FieldError {
  const { path, message } = (error ?? {}) as { path?: unknown; message?: unknown };
  return typeof path === 'string' && typeof message === 'string';
}

function isViolation(violation: unknown): violation is ProblemViolation {
  const { pointer, message } = (violation ?? {}) as { pointer?: unknown; message?: unknown };
  return typeof pointer === 'string' && typeof message === 'string';
}
