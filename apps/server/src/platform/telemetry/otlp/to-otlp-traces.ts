import type { Span } from './span.ts';

const KIND = { server: 2, client: 3, consumer: 5 } as const;
const STATUS_ERROR = 2;

export interface Resource {
  readonly serviceName: string;
  readonly version: string;
  readonly instance: string;
}

/** The JSON form of `ExportTraceServiceRequest`. */
export function toOtlpTraces(spans: readonly Span[], resource: Resource): object {
  const scopeSpans = [{ scope: scopeOf(resource), spans: spans.map(toOtlpSpan) }];
  return { resourceSpans: [{ resource: toOtlpResource(resource), scopeSpans }] };
}

function toOtlpSpan({ context, kind, name, startMs, endMs, attributes, isError }: Span): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(context.parentSpanId === undefined ? {} : { parentSpanId: context.parentSpanId }),
    name,
    kind: KIND[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toAttributes(attributes),
    status: isError ? { code: STATUS_ERROR } : {},
  };
}

export function scopeOf({ version }: Resource): object {
  return { name: 'tallyman', version };
}

export function toOtlpResource({ serviceName, version, instance }: Resource): object {
  return {
    attributes: toAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': instance,
    }),
  };
}

export function toAttributes(attributes: Readonly<Record<string, string | number>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** As text: the number is larger than JavaScript can represent. */
export function toNanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}
