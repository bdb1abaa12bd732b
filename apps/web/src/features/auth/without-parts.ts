import { PERMISSIONS, type Permission } from '@tallyman/contract';

const PART = /_(CREATE|READ|UPDATE|DELETE)$/;

/** In the order in which the contract lists them. The parts of a permission are left out beside the whole. */
export function withoutParts(names: readonly Permission[]): Permission[] {
  const held = new Set<string>(names);
  return (Object.keys(PERMISSIONS) as Permission[]).filter((name) => {
    const whole = name.replace(PART, '');
    return held.has(name) && (whole === name || !held.has(whole));
  });
}
