import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { VexOutcome, VexReceiptHead } from '@tallyman/contract';
import { describe, expect, it } from 'vitest';
import { type EntrySelection, presentReceipt } from './present-receipt.ts';

const HEAD = { projectUuid: 'p', dryRun: false, state: 'PROCESSED' } as unknown as VexReceiptHead;
const OUTCOMES: readonly VexOutcome[] = ['applied', 'skipped', 'applied', 'unchanged', 'applied'];
const LINES = OUTCOMES.map((fate, position) => `${JSON.stringify({ fate, position })}\n`).join('');

const read = async (lines: string | undefined, selection?: EntrySelection, pieces = 1) => {
  const content =
    lines === undefined
      ? undefined
      : Readable.from(
          Array.from({ length: pieces }, (_, n) =>
            Buffer.from(lines).subarray(
              Math.floor((n * Buffer.byteLength(lines)) / pieces),
              Math.floor(((n + 1) * Buffer.byteLength(lines)) / pieces),
            ),
          ),
        );
  return JSON.parse(await text(presentReceipt(HEAD, content, selection)));
};
const positions = async (selection: EntrySelection) =>
  (await read(LINES, selection)).entries.map(({ position }: { position: number }) => position);

describe('A receipt', () => {
  it('has its head and no entries while the import is not done', async () => {
    expect(await read(undefined)).toEqual({ ...HEAD, entries: [] });
  });

  it('has its entries in the order of the document', async () => {
    expect(await positions({})).toEqual([0, 1, 2, 3, 4]);
  });

  it.each<[EntrySelection, readonly number[]]>([
    [{ outcome: 'applied' }, [0, 2, 4]],
    [{ outcome: 'skipped' }, [1]],
    [{ offset: 1, limit: 2 }, [1, 2]],
    [{ offset: 4 }, [4]],
    [{ offset: 5 }, []],
    [{ limit: 0 }, []],
    [{ outcome: 'applied', offset: 1, limit: 1 }, [2]],
  ])('has the selected entries: %j', async (selection, expected) => {
    expect(await positions(selection)).toEqual(expected);
  });

  it('may have line separators and characters of several bytes in its texts, wherever it is cut', async () => {
    const entry = { fate: 'applied', reason: 'a\u2028b\u2029c ünï 💩' };
    const { entries } = await read(`${JSON.stringify(entry)}\n`, {}, 50);
    expect(entries).toEqual([entry]);
  });
});
