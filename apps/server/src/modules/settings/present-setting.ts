import type { ConfigProperty } from '@tallyman/contract';
import type { KnownSetting } from './known-settings.ts';

export function presentSetting(known: KnownSetting, value: string | undefined): ConfigProperty {
  return {
    groupName: known.group,
    propertyName: known.name,
    ...(value === undefined ? {} : { propertyValue: value }),
    propertyType: known.type,
    description: known.description,
  };
}
