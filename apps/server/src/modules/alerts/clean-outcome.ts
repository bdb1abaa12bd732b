import type { PublishOutcome } from './publish-outcome.ts';

/** Shorter beginnings than this tell nothing about a secret. */
const TELLING = 4;
const HIDDEN = '***';

/**
 * What can be written down: receivers may answer with anything, such as NUL, which the database does not take, or with
 * the secrets they were sent, which belong in no log.
 */
export function cleanOutcome(outcome: PublishOutcome, secrets: ReadonlySet<string>): PublishOutcome {
  const { destination, responseExcerpt, error } = outcome;
  const clean = (text: string | undefined) => text && hideSecrets(text, secrets);
  return {
    ...outcome,
    destination: clean(destination),
    responseExcerpt: clean(responseExcerpt),
    error: clean(error),
  };
}

export function hideSecrets(text: string, secrets: ReadonlySet<string>): string {
  const forms = [...secrets].flatMap(formsOf).sort((a, b) => b.length - a.length);
  return hide(text.replaceAll('\0', '\ufffd'), forms);
}

/** As it is, and as it may come back: within JSON, an address or a header for Basic authentication. */
function formsOf(secret: string): string[] {
  if (secret === '') return [];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
}

function hide(text: string, forms: readonly string[]): string {
  let hidden = text;
  for (const form of forms) hidden = hideEnd(hidden.replaceAll(form, HIDDEN), form);
  return hidden;
}

/** An excerpt may end within a secret. */
function hideEnd(text: string, form: string): string {
  for (let length = form.length - 1; length >= TELLING; length--)
    if (text.endsWith(form.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  return text;
}
