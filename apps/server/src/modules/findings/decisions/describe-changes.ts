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

/** What a decision changed, as the audit history says it: a line for each field. */
export function describeChanges(changes: readonly FieldChange[], note?: string): string {
  const lines = changes.map(describeChange);
  return (note === undefined ? lines : [note, ...lines]).join('\n');
}

function describeChange({ field, from, to }: FieldChange): string {
  if (field === 'isSuppressed') return to ? 'Suppressed' : 'Unsuppressed';
  const absent = ABSENT[field] ?? NONE;
  return `${LABELS[field]}: ${shorten(from ?? absent)} → ${shorten(to ?? absent)}`;
}

/** Details may be pages long; the entry keeps them whole beside its words. */
const MOST_CHARACTERS = 1_000;

function shorten(value: string | number | boolean): string {
  const text = String(value);
  if (text.length <= MOST_CHARACTERS) return text;
  // A lone half of a surrogate pair is no character.
  return `${text.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '')}…`;
}
