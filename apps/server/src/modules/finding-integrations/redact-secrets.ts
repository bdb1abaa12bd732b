const HIDDEN = '***';

/**
 * Replaces secrets in a text, also as Base64, in JSON and in addresses, and truncates it to `maxLength`. A text that is
 * not complete (`isPartial`) may end within a secret, so as much as a secret is left out at its end.
 */
export function redactSecrets(
  text: string,
  secrets: readonly string[],
  { maxLength, isPartial }: { readonly maxLength: number; readonly isPartial: boolean },
): string {
  const forms = secrets.flatMap(toForms).toSorted((a, b) => b.length - a.length);
  const longest = forms[0]?.length ?? 0;
  const complete = isPartial ? text.slice(0, Math.max(0, text.length - longest)) : text;
  const redacted = forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), complete);
  return redacted.slice(0, maxLength);
}

function toForms(secret: string): string[] {
  if (secret === '') return [];
  const base64 = Buffer.from(secret).toString('base64');
  return [secret, base64, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
