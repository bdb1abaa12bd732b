import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { BomError } from '../bom-error.ts';
import { readBom } from '../read/read-bom.ts';
import { validateBom } from '../read/validate-bom.ts';
import {
  BATCHES_AHEAD,
  type ErrorMessage,
  type WorkerRequest,
  type WorkerResponse,
} from './worker-messages.ts';

/** The thread that reads: one document at a time, as many one after the other as it is asked for. */

if (parentPort === null) throw new Error('This module runs as a worker thread.');
const port = parentPort;
let credits = 0;

function answer(response: WorkerResponse): void {
  port.postMessage(response);
}

function toErrorMessage(error: unknown): ErrorMessage {
  const { message, code } = error as { message?: string; code?: string };
  const plain = {
    type: 'error',
    message: message ?? String(error),
    ...(code === undefined ? {} : { code }),
  } as const;
  if (!(error instanceof BomError)) return plain;
  const { kind, violations, moreViolations } = error;
  return { ...plain, bomError: { kind, violations, moreViolations } };
}

async function waitForCredit(): Promise<void> {
  while (credits === 0) await once(port, 'message');
  credits--;
}

async function read({ source, options }: Extract<WorkerRequest, { type: 'read' }>): Promise<void> {
  credits = BATCHES_AHEAD;
  for await (const batch of readBom(source, options)) {
    await waitForCredit();
    answer({ type: 'batch', batch });
  }
  answer({ type: 'end' });
}

async function validate({ source, options }: Extract<WorkerRequest, { type: 'validate' }>): Promise<void> {
  answer({ type: 'verdict', verdict: await validateBom(source, options) });
}

port.on('message', (request: WorkerRequest) => {
  if (request.type === 'pull') credits++;
  else
    (request.type === 'read' ? read(request) : validate(request)).catch((error) =>
      answer(toErrorMessage(error)),
    );
});
