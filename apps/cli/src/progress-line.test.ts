import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openProgressLine, showWhileWaiting } from './progress-line.ts';

function terminal(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => String(stream.read() ?? '') };
}

test('a terminal shows one line, which is gone in the end', () => {
  const { stream, written } = terminal(true);
  {
    using line = openProgressLine(stream);
    line.show('half \u001b[31mdone');
    line.show('too soon to be read');
  }
  expect(written()).toBe('\r\u001b[2Khalf \ufffd[31mdone\r\u001b[2K');
});

test('nothing is written to a pipe', () => {
  const { stream, written } = terminal(false);
  {
    using line = openProgressLine(stream);
    line.show('half');
  }
  expect(written()).toBe('');
});

test('a long wait is shown on a terminal and cleared, a short one is not', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const stream = {
    isTTY: true,
    write: (text: string) => written.push(text),
  } as unknown as NodeJS.WriteStream;
  await showWhileWaiting('waiting', async () => 'quick', stream);
  expect(written).toEqual([]);
  const waiting = showWhileWaiting(
    'waiting',
    () => new Promise((resolve) => setTimeout(resolve, 5_000)),
    stream,
  );
  await vi.advanceTimersByTimeAsync(1_500);
  expect(written.join('')).toContain('waiting');
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  expect(written).toHaveLength(2);
});
