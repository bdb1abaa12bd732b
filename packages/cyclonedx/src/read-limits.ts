/** Limits beyond which a document is refused. Sizes are bytes after decompression. */
export interface ReadLimits {
  readonly maxBytes: number;
  /** One element of a list, such as one component without its nested components. */
  readonly maxElementBytes: number;
  /** Members and list items of one element at every depth. They determine the cost of parsing and validation. */
  readonly maxElementValues: number;
  readonly maxStringBytes: number;
  readonly maxDepth: number;
  /** Output bytes per input byte of a compressed document, applied once the output exceeds 8 MiB. */
  readonly maxCompressionRatio: number;
  readonly maxViolations: number;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Well above real documents: the largest published SBOMs have some hundred thousand components in a few
 * hundred megabytes, and compress about 30:1 at most.
 */
export const DEFAULT_READ_LIMITS: ReadLimits = {
  maxBytes: 1024 * MEBIBYTE,
  maxElementBytes: 32 * MEBIBYTE,
  maxElementValues: 200_000,
  maxStringBytes: 16 * MEBIBYTE,
  maxDepth: 1000,
  maxCompressionRatio: 200,
  maxViolations: 100,
};
