import type { AuditChanges } from '@tallyman/contract';

/** `name: old → new; permissions: + BOM_UPLOAD`. */
export function describeChanges(changes: AuditChanges): string {
  return Object.entries(changes)
    .map(([name, change]) => `${name}: ${describeChange(change)}`)
    .join('; ');
}

function describeChange({ from, to, added = [], removed = [], total }: AuditChanges[string]): string {
  const members = [...added.map((name) => `+ ${name}`), ...removed.map((name) => `- ${name}`)];
  if (members.length > 0) return members.join(', ') + (total === undefined ? '' : ` … (${total})`);
  if (from === undefined) return describeValue(to);
  return to === undefined
    ? `${describeValue(from)} → (none)`
    : `${describeValue(from)} → ${describeValue(to)}`;
}

function describeValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
