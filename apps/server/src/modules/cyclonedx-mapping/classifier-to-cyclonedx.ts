import { CLASSIFIERS } from '@tallyman/contract';
import type { ComponentType } from '@tallyman/cyclonedx';

const TYPES = new Map<string, ComponentType>(
  CLASSIFIERS.map((name) => [name, name.toLowerCase().replaceAll('_', '-') as ComponentType]),
);

export function classifierToCyclonedx(classifier: string | null, otherwise: ComponentType): ComponentType {
  return TYPES.get(classifier ?? '') ?? otherwise;
}
