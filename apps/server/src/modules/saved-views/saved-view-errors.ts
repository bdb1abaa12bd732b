import { AppError } from '../../platform/errors.ts';

export function viewNotFound(): AppError {
  return new AppError('not-found', 'This view does not exist, or is not shared with you.');
}

export function viewExists(): AppError {
  return new AppError('conflict', 'The owner already has a view of this name. Choose another name.', {
    title: 'Resource already exists',
    type: '/problems/saved-view-exists',
  });
}
