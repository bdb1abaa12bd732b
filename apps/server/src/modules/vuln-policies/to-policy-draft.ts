import type { PolicyRating, VulnPolicyBody } from '@tallyman/contract';
import { AppError, type FieldError } from '../../platform/errors.ts';
import { compileExpression } from '../policies/compile-expression.ts';
import { findingEnvironment } from '../policies/policy-environment.ts';
import { findCvssScores } from '../vulnerabilities/ratings/find-cvss-scores.ts';
import { findOwaspScores } from '../vulnerabilities/ratings/find-owasp-scores.ts';
import type { PolicyDecision, PolicyDraft, Rating } from './vuln-policy.ts';

/** Checks what the schema cannot express. Throws for ratings, windows and conditions that are not valid. */
export function toPolicyDraft(body: VulnPolicyBody): PolicyDraft {
  const errors = [...checkRatings(body.ratings ?? []), ...checkWindow(body)];
  if (errors.length > 0) throw new AppError('invalid', describe(errors), { errors });
  requireCondition(body.condition);
  return {
    name: body.name.trim(),
    description: body.description?.trim() || null,
    author: body.author?.trim() || null,
    condition: body.condition,
    analysis: toDecision(body.analysis),
    ratings: (body.ratings ?? []).map(toRating),
    operationMode: body.operation_mode ?? 'APPLY',
    priority: body.priority ?? 0,
    validFrom: toDate(body.valid_from),
    validUntil: toDate(body.valid_until),
  };
}

function describe(errors: readonly FieldError[]): string {
  return errors.map(({ path, message }) => `${path} ${message}`).join('; ');
}

/** "400 condition invalid, detail 'Condition is invalid.', errors [{line, column, message}]." */
function requireCondition(condition: string): void {
  const { issues } = compileExpression(findingEnvironment, condition);
  if (issues) throw new AppError('invalid', 'Condition is invalid.', { members: { errors: issues } });
}

function toDecision({
  state,
  justification,
  vendor_response,
  details,
  suppress,
}: VulnPolicyBody['analysis']) {
  const decision: PolicyDecision = {
    state,
    ...(justification && { justification }),
    ...(vendor_response && { response: vendor_response }),
    ...(details && { details }),
    ...(suppress !== undefined && suppress !== null && { suppress }),
  };
  return decision;
}

function toRating({ method, severity, vector, score }: PolicyRating): Rating {
  return {
    method,
    severity,
    ...(vector && { vector: vector.trim() }),
    ...(score !== undefined && score !== null && { score }),
  };
}

/** Years of four digits: databases disagree on how to write others. */
const MIN_TIME = Date.parse('0001-01-01T00:00:00.000Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

function toDate(milliseconds: number | null | undefined): Date | null {
  return milliseconds === undefined || milliseconds === null ? null : new Date(milliseconds);
}

function checkWindow({ valid_from, valid_until }: VulnPolicyBody): FieldError[] {
  const errors: FieldError[] = [];
  for (const [path, value] of Object.entries({ valid_from, valid_until })) {
    if (typeof value === 'number' && !(value >= MIN_TIME && value <= MAX_TIME)) {
      errors.push({ path, message: 'must be a time in the years 1 to 9999' });
    }
  }
  if ((valid_from ?? -Infinity) > (valid_until ?? Infinity)) {
    errors.push({ path: 'valid_until', message: 'must not be before valid_from' });
  }
  return errors;
}

/** "One per method", and vectors must be of theirs. */
function checkRatings(ratings: readonly PolicyRating[]): FieldError[] {
  const methods = new Set<string>();
  return ratings.flatMap(({ method, vector }, at) => {
    const errors: FieldError[] = [];
    if (methods.has(method)) errors.push({ path: `ratings/${at}/method`, message: `${method} occurs twice` });
    methods.add(method);
    if (vector && !isVectorOf(method, vector)) {
      errors.push({ path: `ratings/${at}/vector`, message: `is not a ${method} vector` });
    }
    return errors;
  });
}

const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  CVSSV2: ['2.0'],
  CVSSV3: ['3.0', '3.1'],
  CVSSV4: ['4.0'],
};

function isVectorOf(method: Rating['method'], vector: string): boolean {
  if (method === 'OWASP') return findOwaspScores(vector) !== undefined;
  const scores = findCvssScores(vector);
  return scores !== undefined && (VERSIONS[method]?.includes(scores.version) ?? false);
}
