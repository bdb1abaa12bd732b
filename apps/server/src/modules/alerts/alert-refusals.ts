import { AppError } from '../../platform/errors.ts';

export function unknownAlert(uuid: string): AppError {
  return new AppError('not-found', `There is no alert ${uuid}. GET /api/v1/notification/rule lists them.`);
}

export function unknownPublisher(uuid: string): AppError {
  const list = 'GET /api/v1/notification/publisher lists them.';
  return new AppError('not-found', `There is no publisher ${uuid}. ${list}`);
}

export function alertNameTaken(name: string): AppError {
  return new AppError('conflict', `There is an alert named ${name} already.`);
}

export function publisherNameTaken(name: string): AppError {
  return new AppError('conflict', `There is a publisher named ${name} already.`);
}
