import type { Classifier } from '@tallyman/contract';
import type { ComponentType } from '@tallyman/cyclonedx';

/** Written out: documents are read in threads, which would take the whole contract into memory for the names. */
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

/** Nothing for a type that no version of the format knows. */
export function toClassifier(type: string | undefined): Classifier | undefined {
  return Object.hasOwn(CLASSIFIERS, type ?? '') ? CLASSIFIERS[type as ComponentType] : undefined;
}
