import { translatePolicyDocument, VulnPolicyBody } from '@tallyman/contract';
import { Ajv } from 'ajv';
import { isScalar, parseDocument, visit } from 'yaml';
import { AppError } from '../../../platform/errors.ts';
import { toPolicyDraft } from '../to-policy-draft.ts';
import type { PolicyDraft } from '../vuln-policy.ts';

export type ReadPolicy =
  | { readonly draft: PolicyDraft }
  | { readonly errors: readonly string[] }
  /** Another kind of document. */
  | 'skipped';

/** A policy as a file has it, checked by the same schema as the wire. */
export function readPolicyDocument(text: string): ReadPolicy {
  const document = tryParse(text);
  if ('error' in document) return { errors: [document.error] };
  const translated = translatePolicyDocument(document.value);
  if (translated === 'skipped' || 'errors' in translated) return translated;
  if (holdsUnstorable(translated.body)) return { errors: ['holds half of a surrogate pair'] };
  const wrong = checkSchema(translated.body);
  return wrong.length > 0 ? { errors: wrong } : toDraft(translated.body);
}

/** More than a policy of the longest texts needs; reading much YAML takes long. */
const MOST_CHARACTERS = 256 * 1024;

function tryParse(text: string): { readonly value: unknown } | { readonly error: string } {
  if (text.length > MOST_CHARACTERS) return { error: `is longer than ${MOST_CHARACTERS} characters` };
  try {
    return { value: parseYaml(text) };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { error: `is no YAML: ${reason}` };
  }
}

/** Times stay text; a bomb of aliases is refused. The reader's own search for repeated keys would be quadratic. */
function parseYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (seen.has(name)) throw new Error(`the key ${String(name).slice(0, 50)} is there twice`);
        seen.add(name);
      }
    },
  });
  return document.toJS({ maxAliasCount: 50 });
}

/** What JSON can only write as the escape of a character that is none cannot be stored. */
function holdsUnstorable(body: object): boolean {
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
