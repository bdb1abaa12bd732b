import type { PublishOutcome } from '../publishers/publish-outcome.ts';

/** A shorter prefix reveals nothing about a secret. */
const MIN_PREFIX_LENGTH = 4;
const REDACTED = '***';

/**
 * The outcome as it may be stored. Receivers may answer with anything: with NUL, which PostgreSQL rejects, or with the
 * secrets that they were sent, which must not be logged.
 */
export function cleanOutcome(outcome: PublishOutcome, secrets: ReadonlySet<string>): PublishOutcome {
  const { destination, responseExcerpt, error } = outcome;
  const clean = (text: string | undefined) => text && redactSecrets(text, secrets);
  return {
    ...outcome,
    destination: clean(destination),
    responseExcerpt: clean(responseExcerpt),
    error: clean(error),
  };
}

export function redactSecrets(text: string, secrets: ReadonlySet<string>): string {
  const spellings = [...secrets].flatMap(spellingsOf).sort((a, b) => b.length - a.length);
  return redact(text.replaceAll('\0', '\ufffd'), spellings);
}

/** The secret itself, and as a receiver may send it back: within JSON, a URL or a header for Basic authentication. */
function spellingsOf(secret: string): string[] {
  if (secret === '') return [];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ];
}

function redact(text: string, spellings: readonly string[]): string {
  let redacted = text;
  for (const spelling of spellings) redacted = redactEnd(redacted.replaceAll(spelling, REDACTED), spelling);
  return redacted;
}

/** An excerpt may end within a secret. */
function redactEnd(text: string, spelling: string): string {
  for (let length = spelling.length - 1; length >= MIN_PREFIX_LENGTH; length--)
    if (text.endsWith(spelling.slice(0, length))) return text.slice(0, -length) + REDACTED;
  return text;
}
