import type { AuditChanges } from '@tallyman/contract';
import { hideSecrets } from '../../platform/log/hide-secrets.ts';

const HIDDEN = '[hidden]';
const SECRET_NAME = /passw|secret|token|api[-_ ]?key|credential|authorization/i;

/** Hides values that are secrets by the name of their subject or member, or by their form. */
export function redactChanges(subjectName: string | undefined, changes: AuditChanges): AuditChanges {
  const isSecret =
    subjectName !== undefined && SECRET_NAME.test(subjectName.slice(subjectName.indexOf('/') + 1));
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => [
      name,
      redactChange(change, isSecret && name === 'value'),
    ]),
  );
}

function redactChange(change: AuditChanges[string], isSecret: boolean): AuditChanges[string] {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, isSecret ? HIDDEN : redactValue(value)]),
  );
}

function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return hideSecrets(value);
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_NAME.test(name) && typeof member === 'string' ? HIDDEN : redactValue(member),
    ]),
  );
}
