/** A vulnerability policy of a file, mapped to the members of the API. The schema validates the values. */
export type TranslatedPolicy =
  | { readonly body: Readonly<Record<string, unknown>> }
  | { readonly errors: readonly string[] }
  /** A document of another kind. */
  | 'skipped';

const TYPE = 'Vulnerability Policy';

/** Member names in files, with those of the API. */
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

export function translatePolicyDocument(document: unknown): TranslatedPolicy {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { errors: ['is not a policy'] };
  }
  const members = document as Readonly<Record<string, unknown>>;
  if (members.type !== undefined && members.type !== TYPE) return 'skipped';
  const errors = checkEnvelope(members);
  return errors.length > 0 ? { errors } : { body: toBody(members) };
}

function checkEnvelope(members: Readonly<Record<string, unknown>>): string[] {
  const errors: string[] = [];
  if (members.type === undefined) errors.push(`type must be "${TYPE}"`);
  if (typeof members.apiVersion !== 'string' || !/^v\d+\.\d+$/.test(members.apiVersion)) {
    errors.push('apiVersion must be a version such as v1.0');
  }
  for (const name of Object.keys(members)) {
    if (!Object.hasOwn(NAMES, name) && !OF_FILES.has(name)) errors.push(`${name} is unknown`);
  }
  const { condition, conditions } = members;
  if (conditions === undefined) return errors;
  if (condition !== undefined) errors.push('condition and conditions exclude each other');
  else if (!Array.isArray(conditions) || conditions.length !== 1) {
    errors.push('conditions must have exactly one element; create separate policies for further ones');
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

/** Parses RFC 3339. Other values are left to the schema. */
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

/** Files may name the minor version of CVSS separately; on a finding it is the same rating. */
function withKnownMethod(rating: unknown): unknown {
  const isNamedApart = (rating as { method?: unknown } | null)?.method === 'CVSSV31';
  return isNamedApart ? { ...(rating as object), method: 'CVSSV3' } : rating;
}
