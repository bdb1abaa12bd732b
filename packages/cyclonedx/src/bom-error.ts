import type { Violation } from './violation-log.ts';

/** The reasons for refusing a document. */
export type BomErrorKind =
  | 'not-json-or-xml'
  | 'version-undetermined'
  | 'unknown-spec-version'
  | 'json-not-supported'
  | 'invalid-encoding'
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'too-deep'
  | 'doctype-refused'
  | 'suspicious-compression'
  | 'invalid';

interface BomErrorDetails {
  readonly violations?: readonly Violation[];
  readonly moreViolations?: number;
  readonly cause?: unknown;
}

/** A document was refused. `kind` says why. */
export class BomError extends Error {
  override readonly name = 'BomError';
  readonly kind: BomErrorKind;
  /** The positions that violate the schema, or the position of a syntax error. */
  readonly violations: readonly Violation[];
  /** The number of violations beyond those listed. */
  readonly moreViolations: number;

  constructor(kind: BomErrorKind, message: string, details: BomErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.violations = details.violations ?? [];
    this.moreViolations = details.moreViolations ?? 0;
  }
}
