import { VulnPolicyBody } from '@tallyman/contract';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { AppError } from '../../../platform/errors.ts';
import { toPolicyDraft } from '../to-policy-draft.ts';
import type { PolicyDraft } from '../vuln-policy.ts';

const TYPE = 'Vulnerability Policy';

/** Names in files, and what the wire calls the same. */
const NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  author: 'author',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  condition: 'condition',
  analysis: 'analysis',
  ratings: 'ratings',
  operationMode: 'operation_mode',
  priority: 'priority',
};
const OF_FILES = new Set(['apiVersion', 'type', 'conditions']);

export type ReadPolicy =
  | { readonly draft: PolicyDraft }
  | { readonly errors: readonly string[] }
  /** Another kind of document. */
  | 'skipped';

/** A policy as a file has it, checked by the same schema as the wire. */
export function readPolicyDocument(text: string): ReadPolicy {
  const document = tryParse(text);
  if ('error' in document) return { errors: [document.error] };
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { errors: ['is no policy'] };
  const members = value as Readonly<Record<string, unknown>>;
  if (members.type !== undefined && members.type !== TYPE) return 'skipped';
  const errors = checkEnvelope(members);
  if (errors.length > 0) return { errors };
  const body = toBody(members);
  const wrong = checkSchema(body);
  return wrong.length > 0 ? { errors: wrong } : toDraft(body);
}

function tryParse(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    // Times stay text; a bomb of aliases is refused by the reader.
    return { value: parse(text, { schema: 'core', maxAliasCount: 50, uniqueKeys: true }) };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { error: `is no YAML: ${reason}` };
  }
}

function checkEnvelope(members: Readonly<Record<string, unknown>>): string[] {
  const errors: string[] = [];
  if (members.type === undefined) errors.push(`type must be "${TYPE}"`);
  if (typeof members.apiVersion !== 'string' || !/^v\d+\.\d+$/.test(members.apiVersion)) {
    errors.push('apiVersion must be a version such as v1.0');
  }
  for (const name of Object.keys(members)) {
    if (!Object.hasOwn(NAMES, name) && !OF_FILES.has(name)) errors.push(`${name} is not known`);
  }
  const { condition, conditions } = members;
  if (conditions === undefined) return errors;
  if (condition !== undefined) errors.push('condition and conditions exclude each other');
  else if (!Array.isArray(conditions) || conditions.length !== 1) {
    errors.push('conditions must have exactly one element; write further ones as policies of their own');
  }
  return errors;
}

function toBody(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    const wire = NAMES[name];
    if (wire) body[wire] = value;
  }
  if (Array.isArray(members.conditions)) body.condition = members.conditions[0];
  for (const name of ['valid_from', 'valid_until']) if (name in body) body[name] = toMilliseconds(body[name]);
  if (body.analysis) body.analysis = renameMember(body.analysis, 'vendorResponse', 'vendor_response');
  if (Array.isArray(body.ratings)) body.ratings = body.ratings.map(withKnownMethod);
  return body;
}

/** RFC 3339; anything else is left for the schema to refuse. */
function toMilliseconds(value: unknown): unknown {
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value)
  ) {
    return value;
  }
  const milliseconds = Date.parse(value.replace(' ', 'T').toUpperCase());
  return Number.isNaN(milliseconds) ? value : milliseconds;
}

function renameMember(value: unknown, from: string, to: string): unknown {
  if (typeof value !== 'object' || value === null || !(from in value)) return value;
  const { [from]: member, ...others } = value as Record<string, unknown>;
  return { ...others, [to]: member };
}

/** Files may name the minor version of CVSS apart; on a finding it is the same rating. */
function withKnownMethod(rating: unknown): unknown {
  const isNamedApart = (rating as { method?: unknown } | null)?.method === 'CVSSV31';
  return isNamedApart ? { ...(rating as object), method: 'CVSSV3' } : rating;
}

const validate = new Ajv({ strict: false, allErrors: true }).compile(VulnPolicyBody);

function checkSchema(body: unknown): string[] {
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
    return `${instancePath.slice(1) || 'policy'} ${message}${extra}`;
  });
}

function toDraft(body: Record<string, unknown>): ReadPolicy {
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
