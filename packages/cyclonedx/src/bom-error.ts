import type { Violation } from './violation-log.ts';

/** Every reason for which a document is refused. */
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

/** A document that cannot be taken, with the reason as a closed kind. */
export class BomError extends Error {
  override readonly name = 'BomError';
  readonly kind: BomErrorKind;
  /** The places that break the schema; of a document that cannot be read at all, where reading ended. */
  readonly violations: readonly Violation[];
  /** How many violations were found beyond those listed. */
  readonly moreViolations: number;

  constructor(kind: BomErrorKind, message: string, details: BomErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.violations = details.violations ?? [];
    this.moreViolations = details.moreViolations ?? 0;
  }
}
