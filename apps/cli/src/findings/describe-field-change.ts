/** A changed field of a decision. Texts are shown as they were written. */
interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export function describeFieldChange({ field, from, to }: FieldChange): string {
  return `${field}: ${from ?? '-'} → ${to ?? '-'}`;
}
