import { formatDay } from '../../ui/format-day.ts';

/** Days. */
const CHOICES = [
  { value: '0', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '180', label: 'In 180 days' },
  { value: '365', label: 'In a year' },
];
const DAY_MS = 86_400_000;

/** The first choice is as it is. */
export function expiryChoices(expiresAt?: number) {
  const asItIs = expiresAt === undefined ? 'As it is' : `As it is: ${formatDay(expiresAt)}`;
  return [{ value: '', label: asItIs }, ...CHOICES];
}

/** Null is never; undefined is as it is. */
export function toExpiry(days: string): number | null | undefined {
  if (days === '') return undefined;
  return days === '0' ? null : Date.now() + Number(days) * DAY_MS;
}
