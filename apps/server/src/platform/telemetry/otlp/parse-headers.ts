/** Parses `name=value,name=value`, as `OTEL_EXPORTER_OTLP_HEADERS` is written. Values are percent-encoded. */
export function parseHeaders(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
