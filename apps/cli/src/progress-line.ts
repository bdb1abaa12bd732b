import { printable } from './terminal-text.ts';

/** One line on the terminal that is written anew as work goes on. Into a pipe or a log nothing is written. */
export interface ProgressLine extends Disposable {
  show(text: string): void;
}

const CLEAR_LINE = '\r\u001b[2K';
const OFTEN_ENOUGH_MS = 100;

export function openProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let shownAt = 0;
  const clear = () => shownAt > 0 && stream.write(CLEAR_LINE);
  return {
    show: (text) => {
      if (!stream.isTTY || performance.now() - shownAt < OFTEN_ENOUGH_MS) return;
      stream.write(`${CLEAR_LINE}${printable(text)}`);
      shownAt = performance.now();
    },
    [Symbol.dispose]: () => void clear(),
  };
}
