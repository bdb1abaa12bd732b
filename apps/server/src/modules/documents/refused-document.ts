import type { ProblemViolation } from '@tallyman/contract';
import type { BomError, BomErrorKind, SpecVersion, Violation } from '@tallyman/cyclonedx';
import { AppError } from '../../platform/errors.ts';
import { ThreadMemoryError, ThreadTimeError } from '../../platform/threads/pool-thread.ts';

/** Why a document is refused. Plain data, because threads send it. */
export interface DocumentRefusal {
  /** `unmappable`: it can be read, but not be mapped to rows or statements. */
  readonly kind: BomErrorKind | 'out-of-memory' | 'unmappable';
  readonly message: string;
  readonly violations: readonly Violation[];
  readonly moreViolations: number;
  /** The version that it declares, if that could be read. */
  readonly specVersion: SpecVersion | undefined;
  /** What the caller can do about violations of the schema. */
  readonly hint?: string;
}

/** Thrown for a document that is refused. */
export class RefusedDocumentError extends Error {
  override readonly name = 'RefusedDocumentError';
  readonly refusal: DocumentRefusal;

  constructor(refusal: DocumentRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Reading and storing the largest accepted documents needs a fraction of it. */
export const MAX_READ_MS = 600_000;

/** Returns the refusal of a document that needs more memory or time than a thread may use. */
export function findLimitRefusal(error: unknown): DocumentRefusal | undefined {
  if (error instanceof ThreadMemoryError) return OUT_OF_MEMORY;
  return error instanceof ThreadTimeError ? OUT_OF_TIME : undefined;
}

const OUT_OF_TIME: DocumentRefusal = {
  kind: 'too-large',
  message: `Reading the document takes longer than ${MAX_READ_MS / 1000} seconds.`,
  violations: [],
  moreViolations: 0,
  specVersion: undefined,
};

const OUT_OF_MEMORY: DocumentRefusal = {
  kind: 'out-of-memory',
  message: 'A part of the document is so large that reading it takes more memory than there is for it.',
  violations: [],
  moreViolations: 0,
  specVersion: undefined,
};

export function toRefusal(error: BomError, specVersion: SpecVersion | undefined): DocumentRefusal {
  const { kind, message, violations, moreViolations } = error;
  return { kind, message, violations, moreViolations, specVersion };
}

/** Uses the message that existing clients know. Lists every violation of the schema. */
export function invalidDocument(refusal: DocumentRefusal): AppError {
  return refuseDocument(refusal, refusal.kind === 'invalid' ? 'Schema validation failed' : refusal.message);
}

/** Clients of Dependency-Track read `errors` as a list of strings; `violations` has the same as objects. */
export function refuseDocument(refusal: DocumentRefusal, reason: string): AppError {
  const { kind, violations, moreViolations } = refusal;
  const detail = withHint(reason, refusal);
  const members = {
    ...(violations.length > 0
      ? { errors: violations.map(toText), violations: violations.map(toViolation) }
      : {}),
    ...(moreViolations > 0 ? { moreErrors: moreViolations } : {}),
  };
  if (kind === 'too-large') return new AppError('too-large', detail, { members });
  return new AppError('invalid', detail, { title: 'The uploaded BOM is invalid', members });
}

function withHint(detail: string, { kind, hint }: DocumentRefusal): string {
  if (kind !== 'invalid' || hint === undefined) return detail;
  return `${detail.replace(/\.?$/, '.')} ${hint}`;
}

function toText({ place, message }: Violation): string {
  return `${place}: ${message}`;
}

function toViolation({ place, message, line, column }: Violation): ProblemViolation {
  return {
    pointer: place,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message,
  };
}

/** The violations for notifications; the message if there are none. */
export function toErrorTexts({ violations, message }: DocumentRefusal): string[] {
  return violations.length > 0 ? violations.map(toText) : [message];
}
