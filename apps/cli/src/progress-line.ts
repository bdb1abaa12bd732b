import { printable } from './terminal-text.ts';

/** One line on the terminal that is updated while work continues. Nothing is written to a pipe or a log. */
export interface ProgressLine extends Disposable {
  show(text: string): void;
}

const CLEAR_LINE = '\r\u001b[2K';
const OFTEN_ENOUGH_MS = 100;

/** Number of open lines. A specific line replaces a general one. */
let open = 0;

export function openProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  open++;
  let shownAt = 0;
  const clear = () => shownAt > 0 && stream.write(CLEAR_LINE);
  return {
    show: (text) => {
      if (!stream.isTTY || performance.now() - shownAt < OFTEN_ENOUGH_MS) return;
      stream.write(`${CLEAR_LINE}${printable(text)}`);
      shownAt = performance.now();
    },
    [Symbol.dispose]: () => {
      open--;
      clear();
    },
  };
}

const LONG_MS = 1_000;

/** Shows what is being waited for after a second, unless a command shows its own progress. */
export async function showWhileWaiting<T>(
  text: string,
  work: () => Promise<T>,
  stream: NodeJS.WriteStream = process.stderr,
): Promise<T> {
  let isShown = false;
  const timer = setTimeout(() => {
    if (!stream.isTTY || open > 0) return;
    stream.write(`${CLEAR_LINE}${printable(text)}`);
    isShown = true;
  }, LONG_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) stream.write(CLEAR_LINE);
  }
}
