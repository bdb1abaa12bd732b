import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findSetting } from './find-setting.ts';

interface ValidationRule {
  readonly mode: string | undefined;
  /** Used by the modes that depend on tags. */
  readonly tags: readonly string[];
}

/** Throws if uploads of CycloneDX documents are disabled. */
export async function requireEnabled(db: Db): Promise<void> {
  if ((await findSetting(db, 'artifact', 'cyclonedx.enabled')) === 'true') return;
  throw new AppError(
    'invalid',
    'CycloneDX uploads are disabled. An administrator can enable artifact/cyclonedx.enabled.',
  );
}

/** Returns true if documents for a project with these tags are validated. */
export async function isValidated(db: Db, tags: readonly string[]): Promise<boolean> {
  const mode = await findSetting(db, 'artifact', 'bom.validation.mode');
  if (mode !== 'ENABLED_FOR_TAGS' && mode !== 'DISABLED_FOR_TAGS') return mode !== 'DISABLED';
  const list = mode === 'ENABLED_FOR_TAGS' ? 'inclusive' : 'exclusive';
  const listed = await findSetting(db, 'artifact', `bom.validation.tags.${list}`);
  return resolveValidation({ mode, tags: JSON.parse(listed ?? '[]') as string[] }, tags);
}

/** How a document is read. Lenient validation applies only if documents are validated at all. */
export function toValidation(isValidated: boolean, isLenient: boolean): 'strict' | 'lenient' | 'off' {
  if (!isValidated) return 'off';
  return isLenient ? 'lenient' : 'strict';
}

/**
 * Contract: "a project without tags is validated only under DISABLED_FOR_TAGS" of the two modes that depend on tags.
 */
export function resolveValidation(rule: ValidationRule, tags: readonly string[]): boolean {
  const listed = new Set(rule.tags.map((tag) => tag.trim().toLowerCase()));
  const isListed = tags.some((tag) => listed.has(tag.toLowerCase()));
  return rule.mode === 'ENABLED_FOR_TAGS' ? isListed : !isListed;
}
