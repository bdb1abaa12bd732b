import type { ProblemViolation } from '@tallyman/contract';
import type { BomError, BomErrorKind, SpecVersion, Violation } from '@tallyman/cyclonedx';
import { AppError } from '../../platform/errors.ts';
import { ThreadMemoryError, ThreadTimeError } from '../../platform/threads/pool-thread.ts';

/** Why a document is not taken. Plain data: it may come from a thread. */
export interface DocumentRefusal {
  /** `unmappable`: it can be read, and what it says fits into no row. */
  readonly kind: BomErrorKind | 'unmappable';
  readonly message: string;
  readonly violations: readonly Violation[];
  readonly moreViolations: number;
  /** Which version it claims to be, where that could be told. */
  readonly specVersion: SpecVersion | undefined;
  /** What the caller can do about it, where the schema is what it breaks. */
  readonly hint?: string;
}

/** A document that is not taken, with the reason. */
export class RefusedDocumentError extends Error {
  override readonly name = 'RefusedDocumentError';
  readonly refusal: DocumentRefusal;

  constructor(refusal: DocumentRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Reading the largest documents that are taken, and storing what was read, needs a fraction of it. */
export const MAX_READ_MS = 600_000;

/** The refusal of a document whose reading took more memory or time than there is for it. */
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

/** The words that clients of the interface know; every place that breaks the schema is named. */
export function invalidDocument(refusal: DocumentRefusal): AppError {
  return refuseDocument(refusal, refusal.kind === 'invalid' ? 'Schema validation failed' : refusal.message);
}

/** Clients of Dependency-Track read `errors` as a list of texts; `violations` says the same in parts. */
export function refuseDocument(refusal: DocumentRefusal, reason: string): AppError {
  const { kind, violations, moreViolations } = refusal;
  const detail = withHint(reason, refusal);
  const members = {
    ...(violations.length > 0 ? { errors: violations.map(toText), violations: violations.map(toPart) } : {}),
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

function toPart({ place, message, line, column }: Violation): ProblemViolation {
  return {
    pointer: place,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message,
  };
}

/** The same for notifications. */
export function toErrorTexts({ violations, message }: DocumentRefusal): string[] {
  return violations.length > 0 ? violations.map(toText) : [message];
}
