import { parentPort, type Transferable } from 'node:worker_threads';
import { type FromThread, type ToThread, WINDOW } from './thread-messages.ts';

/** Sends a message to the reader of the task. Resolves when the next one may be sent. */
export type Send<Message> = (message: Message, transfer?: Transferable[]) => Promise<void>;

/** The thread's side of a pool: runs tasks one at a time. */
export function serveThread<Task, Message, Result>(
  work: (task: Task, send: Send<Message>) => Promise<Result>,
): void {
  if (!parentPort) throw new Error('This script must run in a thread of a pool.');
  const port = parentPort;
  let unconsumed = 0;
  let resume: (() => void) | undefined;

  const post = (answer: FromThread, transfer: Transferable[] = []) => port.postMessage(answer, transfer);
  const send: Send<Message> = async (message, transfer) => {
    post({ message }, transfer);
    if (++unconsumed < WINDOW) return;
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
  };
  const run = async (task: Task): Promise<void> => {
    try {
      const result = await work(task, send);
      post({ result, heldBytes: heldBytes() });
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      post({ heldBytes: heldBytes(), failure: { name, message, ...(stack ? { stack } : {}) } });
    }
  };
  port.on('message', (message: ToThread) => {
    if ('task' in message) {
      unconsumed = 0;
      void run(message.task as Task);
      return;
    }
    unconsumed--;
    resume?.();
    resume = undefined;
  });
  post({ ready: true });
}

/** Heap of this thread with its free pages, and memory outside of it, such as that of WebAssembly. */
function heldBytes(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}
