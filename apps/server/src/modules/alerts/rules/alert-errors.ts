import { AppError } from '../../../platform/errors.ts';

export function alertNotFound(uuid: string): AppError {
  return new AppError('not-found', `There is no alert ${uuid}. GET /api/v1/notification/rule lists them.`);
}

export function publisherNotFound(uuid: string): AppError {
  const list = 'GET /api/v1/notification/publisher lists them.';
  return new AppError('not-found', `There is no publisher ${uuid}. ${list}`);
}

export function alertNameTaken(name: string): AppError {
  return new AppError('conflict', `An alert named ${name} already exists. Choose another name.`);
}

export function publisherNameTaken(name: string): AppError {
  return new AppError('conflict', `A publisher named ${name} already exists. Choose another name.`);
}
