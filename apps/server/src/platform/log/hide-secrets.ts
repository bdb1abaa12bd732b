const HIDDEN = '[hidden]';

/** What messages of errors may quote: credentials in addresses, queries of addresses, and headers. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(\w:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`],
  [/(\w:\/\/[^\s?#"'<>]+\?)[^\s#"'<>]+/g, `$1${HIDDEN}`],
  [/\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/\b((?:api[-_ ]?key|password|secret|token|authorization)["']?\s*[:=]\s*)["']?[^\s"',;]+/gi, `$1${HIDDEN}`],
];

/** Removes what looks like a secret from the message of an error. */
export function hideSecrets(text: string): string {
  return SECRETS.reduce((shown, [pattern, replacement]) => shown.replaceAll(pattern, replacement), text);
}
