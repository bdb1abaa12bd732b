import { CLASSIFIERS } from '@tallyman/contract';
import type { ComponentType } from '@tallyman/cyclonedx';

const TYPES = new Map<string, ComponentType>(
  CLASSIFIERS.map((name) => [name, name.toLowerCase().replaceAll('_', '-') as ComponentType]),
);

/** Returns `fallback` if the classifier is absent or unknown. */
export function classifierToCyclonedx(classifier: string | null, fallback: ComponentType): ComponentType {
  return TYPES.get(classifier ?? '') ?? fallback;
}
