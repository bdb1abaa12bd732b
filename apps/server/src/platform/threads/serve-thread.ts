import { parentPort, type Transferable } from 'node:worker_threads';
import { type FromThread, type ToThread, WINDOW } from './thread-messages.ts';

/** Sends a message to whoever waits for the task; resolves when there is room for the next one. */
export type Send<Message> = (message: Message, transfer?: Transferable[]) => Promise<void>;

/** The thread's side of a pool: does the tasks that come, one at a time. */
export function serveThread<Task, Message, Result>(
  work: (task: Task, send: Send<Message>) => Promise<Result>,
): void {
  if (!parentPort) throw new Error('This script runs in a thread of a pool only.');
  const port = parentPort;
  let underway = 0;
  let roomAgain: (() => void) | undefined;

  const post = (answer: FromThread, transfer: Transferable[] = []) => port.postMessage(answer, transfer);
  const send: Send<Message> = async (message, transfer) => {
    post({ message }, transfer);
    if (++underway < WINDOW) return;
    await new Promise<void>((resolve) => {
      roomAgain = resolve;
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
  port.on('message', (told: ToThread) => {
    if ('task' in told) {
      underway = 0;
      void run(told.task as Task);
      return;
    }
    underway--;
    roomAgain?.();
    roomAgain = undefined;
  });
  post({ ready: true });
}

/** Heap of this thread with its free pages, and what lies outside of it, such as the memory of WebAssembly. */
function heldBytes(): number {
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}
