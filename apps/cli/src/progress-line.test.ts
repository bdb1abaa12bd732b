import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openProgressLine } from './progress-line.ts';

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

test('into a pipe nothing is written', () => {
  const { stream, written } = terminal(false);
  {
    using line = openProgressLine(stream);
    line.show('half');
  }
  expect(written()).toBe('');
});
