import type { PropertyType } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';

interface Rule {
  readonly accepts: (value: string) => boolean;
  readonly expected: string;
}

const ISO_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const RULES: Record<PropertyType, Rule> = {
  BOOLEAN: { accepts: (value) => /^(true|false)$/i.test(value), expected: 'true or false' },
  INTEGER: { accepts: (value) => /^[+-]?\d{1,19}$/.test(value), expected: 'a whole number' },
  NUMBER: { accepts: isNumber, expected: 'a number' },
  STRING: { accepts: () => true, expected: 'text' },
  TIMESTAMP: { accepts: isTimestamp, expected: 'an ISO 8601 date and time with zone, or epoch milliseconds' },
  URL: { accepts: (value) => URL.canParse(value), expected: 'an absolute URL' },
  UUID: { accepts: (value) => UUID.test(value), expected: 'a UUID' },
};

/** Throws if the value does not fit the type of its property. A blank value fits every type and becomes null. */
export function toPropertyValue(type: PropertyType, given: string | null | undefined): string | null {
  const value = given?.trim() || null;
  if (value === null) return null;
  const { accepts, expected } = RULES[type];
  if (!accepts(value)) {
    const message = `must be ${expected}, because the property is of type ${type}`;
    throw new AppError('invalid', `The propertyValue ${message}.`, {
      errors: [{ path: 'body/propertyValue', message }],
    });
  }
  return type === 'BOOLEAN' ? value.toLowerCase() : value;
}

function isNumber(value: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
}

function isTimestamp(value: string): boolean {
  if (/^\d{1,15}$/.test(value)) return true;
  return ISO_TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
}
