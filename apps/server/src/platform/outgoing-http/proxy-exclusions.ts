/**
 * Whether the proxy is not used for a URL. An exclusion is a host (`example.org`), a domain with everything below it
 * (`.example.org` or `*.example.org`), either of them with a port, or `*` for every host.
 */
export function isExcluded(url: URL, exclusions: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return exclusions.some((exclusion) => {
    const { pattern, onlyPort } = parseExclusion(exclusion.trim().toLowerCase());
    return (onlyPort === undefined || onlyPort === port) && matches(host, pattern);
  });
}

function parseExclusion(text: string): { pattern: string; onlyPort: string | undefined } {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(text);
  // An IPv6 address has several colons, and a port only behind brackets.
  const named = bracketed ?? /^([^:]+)(?::(\d+))?$/.exec(text);
  return { pattern: named?.[1] ?? text, onlyPort: named?.[2] };
}

function matches(host: string, pattern: string): boolean {
  if (pattern === '*' || pattern === host) return true;
  const suffix = pattern.replace(/^\*/, '');
  return suffix.startsWith('.') && host.endsWith(suffix);
}
