import { isOn, type ViolationQuery } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import type { ViolationFilter } from './violation-list-store.ts';

const DAY_MS = 86_400_000;

export function toViolationFilter(query: ViolationQuery): ViolationFilter {
  const until = toDay('occurredOnDateTo', query.occurredOnDateTo);
  const input = query.textSearchInput?.trim();
  return {
    suppressed: isOn(query.suppressed),
    showInactive: isOn(query.showInactive),
    violationStates: toList(query.violationState),
    types: toList(query.riskType),
    policies: toList(query.policy)?.map((uuid) => uuid.toLowerCase()),
    analysisStates: toList(query.analysisState),
    from: toDay('occurredOnDateFrom', query.occurredOnDateFrom),
    to: until && new Date(until.getTime() + DAY_MS),
    text: input ? { input, fields: toList(query.textSearchField) ?? [] } : undefined,
  };
}

function toList(text: string | undefined): string[] | undefined {
  const items = text
    ?.split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  return items && items.length > 0 ? items : undefined;
}

/** yyyy-MM-dd. Throws for anything else. */
function toDay(path: string, text: string | undefined): Date | undefined {
  if (!text?.trim()) return undefined;
  const day = new Date(`${text.trim()}T00:00:00Z`);
  if (/^\d{4}-\d\d-\d\d$/.test(text.trim()) && !Number.isNaN(day.getTime())) return day;
  throw new AppError('invalid', `${path} must be a date as yyyy-MM-dd.`, {
    errors: [{ path, message: 'must be a date as yyyy-MM-dd' }],
  });
}
