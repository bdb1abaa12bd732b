import type { Classifier } from '@tallyman/contract';
import type { ComponentType } from '@tallyman/cyclonedx';

/** Not derived from the contract: threads that read documents would have to load all of it. */
const CLASSIFIERS: Readonly<Record<ComponentType, Classifier>> = {
  application: 'APPLICATION',
  framework: 'FRAMEWORK',
  library: 'LIBRARY',
  container: 'CONTAINER',
  'operating-system': 'OPERATING_SYSTEM',
  device: 'DEVICE',
  firmware: 'FIRMWARE',
  file: 'FILE',
  platform: 'PLATFORM',
  'device-driver': 'DEVICE_DRIVER',
  'machine-learning-model': 'MACHINE_LEARNING_MODEL',
  data: 'DATA',
  'cryptographic-asset': 'CRYPTOGRAPHIC_ASSET',
};

/** Returns undefined for a type that no version of CycloneDX knows. */
export function toClassifier(type: string | undefined): Classifier | undefined {
  return Object.hasOwn(CLASSIFIERS, type ?? '') ? CLASSIFIERS[type as ComponentType] : undefined;
}
