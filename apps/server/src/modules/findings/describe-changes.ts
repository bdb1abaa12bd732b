import type { FieldChange } from './decision.ts';

const NONE = '(None)';

const LABELS = {
  state: 'Analysis',
  justification: 'Justification',
  response: 'Vendor Response',
  severity: 'Severity',
  cvssV2Vector: 'CVSSv2 Vector',
  cvssV2Score: 'CVSSv2 Score',
  cvssV3Vector: 'CVSSv3 Vector',
  cvssV3Score: 'CVSSv3 Score',
  cvssV4Vector: 'CVSSv4 Vector',
  cvssV4Score: 'CVSSv4 Score',
  owaspVector: 'OWASP Vector',
  owaspScore: 'OWASP Score',
  expiresAt: 'Expires',
} as const satisfies Partial<Record<FieldChange['field'], string>>;

const ABSENT: Partial<Record<FieldChange['field'], string>> = { severity: 'UNASSIGNED', expiresAt: 'never' };

/** What a decision changed, as the audit history says it: a line for each field. */
export function describeChanges(changes: readonly FieldChange[], note?: string): string {
  const lines = changes.map(describeChange);
  return (note === undefined ? lines : [note, ...lines]).join('\n');
}

function describeChange({ field, from, to }: FieldChange): string {
  if (field === 'details') return `Details: ${to ?? NONE}`;
  if (field === 'isSuppressed') return to ? 'Suppressed' : 'Unsuppressed';
  const absent = ABSENT[field] ?? NONE;
  return `${LABELS[field]}: ${from ?? absent} → ${to ?? absent}`;
}
