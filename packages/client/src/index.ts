export { ConnectionError } from './connection-error.ts';
export {
  type CallInput,
  type Client,
  type ClientOptions,
  createClient,
} from './create-client.ts';
export { InvalidRequestError } from './invalid-request-error.ts';
export { ProblemError } from './problem-error.ts';
export type { Answered, RowOf } from './read-answer.ts';
