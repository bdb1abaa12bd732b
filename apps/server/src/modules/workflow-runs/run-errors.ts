import { AppError } from '../../platform/errors.ts';

export const runNotFound = () => new AppError('not-found', 'The workflow run does not exist.');
