import type { FieldChange } from '../decision.ts';

const NONE = '(None)';

const LABELS = {
  state: 'Analysis',
  justification: 'Justification',
  response: 'Vendor Response',
  details: 'Details',
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

/** Describes changes for the audit history, one line per field. */
export function describeChanges(changes: readonly FieldChange[], note?: string): string {
  const lines = changes.map(describeChange);
  return (note === undefined ? lines : [note, ...lines]).join('\n');
}

function describeChange({ field, from, to }: FieldChange): string {
  if (field === 'isSuppressed') return to ? 'Suppressed' : 'Unsuppressed';
  const absent = ABSENT[field] ?? NONE;
  return `${LABELS[field]}: ${shorten(from ?? absent)} → ${shorten(to ?? absent)}`;
}

/** Details may be long. The `changes` of the entry hold them in full. */
const MAX_CHARACTERS = 1_000;

function shorten(value: string | number | boolean): string {
  const text = String(value);
  if (text.length <= MAX_CHARACTERS) return text;
  // Does not split a surrogate pair.
  return `${text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
}
