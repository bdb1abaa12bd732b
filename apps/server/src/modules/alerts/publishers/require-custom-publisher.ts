import { AppError } from '../../../platform/errors.ts';
import type { PublisherRow } from './publisher-store.ts';

export function requireCustomPublisher({ is_default, name }: PublisherRow): void {
  if (!is_default) return;
  throw new AppError(
    'invalid',
    `${name} is a default publisher and cannot be changed or deleted. Create your own publisher instead.`,
  );
}
