import { translatePolicyDocument, VulnPolicyBody } from '@tallyman/contract';
import { Ajv } from 'ajv';
import { AppError } from '../../platform/errors.ts';
import { toPolicyDraft } from './to-policy-draft.ts';
import type { PolicyDraft } from './vuln-policy.ts';

export type ReadPolicy =
  | { readonly draft: PolicyDraft }
  | { readonly errors: readonly string[] }
  /** Another type of document. */
  | 'skipped';

/** Validates the members of a policy file, by the same schema as requests. */
export function toCheckedDraft(document: unknown): ReadPolicy {
  const translated = translatePolicyDocument(document);
  if (translated === 'skipped' || 'errors' in translated) return translated;
  if (hasLoneSurrogate(translated.body)) return { errors: ['contains half of a surrogate pair'] };
  const wrong = checkSchema(translated.body);
  return wrong.length > 0 ? { errors: wrong } : toDraft(translated.body);
}

/** PostgreSQL cannot store lone surrogates. */
function hasLoneSurrogate(body: object): boolean {
  const texts: string[] = [];
  JSON.stringify(body, (name, value) => {
    texts.push(name);
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.some((text) => !text.isWellFormed());
}

const validate = new Ajv({ strict: false, allErrors: true }).compile(VulnPolicyBody);

function checkSchema(body: unknown): string[] {
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
    return `${instancePath.slice(1) || 'policy'} ${message}${extra}`;
  });
}

function toDraft(body: Readonly<Record<string, unknown>>): ReadPolicy {
  try {
    return { draft: toPolicyDraft(body as unknown as VulnPolicyBody) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.extras.members?.errors as
      | { line: number; column: number; message: string }[]
      | undefined;
    if (!issues) return { errors: [error.message] };
    return { errors: issues.map(({ line, column, message }) => `condition ${line}:${column}: ${message}`) };
  }
}
