import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findSetting } from './find-setting.ts';

interface ValidationRule {
  readonly mode: string | undefined;
  /** Of the mode that goes by tags. */
  readonly tags: readonly string[];
}

/** Whether documents are taken at all. */
export async function requireEnabled(db: Db): Promise<void> {
  if ((await findSetting(db, 'artifact', 'cyclonedx.enabled')) === 'true') return;
  throw new AppError(
    'invalid',
    'CycloneDX documents are not taken: an administrator has switched artifact/cyclonedx.enabled off.',
  );
}

/** Whether documents for a project with these tags are validated. */
export async function isValidated(db: Db, tags: readonly string[]): Promise<boolean> {
  const mode = await findSetting(db, 'artifact', 'bom.validation.mode');
  if (mode !== 'ENABLED_FOR_TAGS' && mode !== 'DISABLED_FOR_TAGS') return mode !== 'DISABLED';
  const list = mode === 'ENABLED_FOR_TAGS' ? 'inclusive' : 'exclusive';
  const listed = await findSetting(db, 'artifact', `bom.validation.tags.${list}`);
  return resolveValidation({ mode, tags: JSON.parse(listed ?? '[]') as string[] }, tags);
}

/** How a document is read: what need not be valid at all need not be lenient. */
export function toValidation(isValidated: boolean, isLenient: boolean): 'strict' | 'lenient' | 'off' {
  if (!isValidated) return 'off';
  return isLenient ? 'lenient' : 'strict';
}

/** "A project without tags is validated only under DISABLED_FOR_TAGS" of the two modes that go by tags. */
export function resolveValidation(rule: ValidationRule, tags: readonly string[]): boolean {
  const listed = new Set(rule.tags.map((tag) => tag.trim().toLowerCase()));
  const isListed = tags.some((tag) => listed.has(tag.toLowerCase()));
  return rule.mode === 'ENABLED_FOR_TAGS' ? isListed : !isListed;
}
