import { randomBytes } from 'node:crypto';

export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly isSampled: boolean;
}

export interface Span {
  readonly context: SpanContext;
  readonly kind: 'server' | 'client' | 'consumer';
  readonly name: string;
  /** Milliseconds since 1970, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isError: boolean;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED_FLAG = 1;

/** Parses the header `traceparent` of W3C Trace Context. Returns undefined if it is invalid. */
export function parseTraceparent(header: string | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG;
  return { traceId, spanId, parentSpanId: undefined, isSampled };
}

/** A child of the parent, or the first span of a new trace. */
export function createSpanContext(parent: SpanContext | undefined, samplePercent: number): SpanContext {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: parent?.spanId,
    isSampled: parent?.isSampled ?? Math.random() * 100 < samplePercent,
  };
}
