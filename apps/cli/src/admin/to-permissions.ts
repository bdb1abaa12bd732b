import type { Permission } from '@tallyman/contract';
import { toChoice } from '../to-choice.ts';

/** Accepts `bom-upload` for `BOM_UPLOAD`. */
export async function toPermissions(texts: readonly string[]): Promise<Permission[]> {
  const { permissionNames } = await import('@tallyman/contract');
  return texts.map((text) => toChoice(text, permissionNames, 'permission'));
}
