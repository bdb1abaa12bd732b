import { hideNotice, showNotice } from '../../ui/notice-store.ts';

interface Undoable {
  readonly text: string;
  readonly undo: () => Promise<void>;
}

const MAX_KEPT = 50;
const done: Undoable[] = [];

/** Remembers how a decision is taken back, and offers it. */
export function pushUndo(text: string, undo: () => Promise<void>): void {
  done.push({ text, undo });
  if (done.length > MAX_KEPT) done.shift();
  const earlier = done.length > 1 ? ` (${done.length} decisions can be undone)` : '';
  showNotice({ text: `${text}${earlier}`, action: { label: 'Undo', run: () => void undoLast() } });
}

/** Takes the latest decision back; the one before it is next. */
export async function undoLast(): Promise<void> {
  const last = done.pop();
  if (!last) {
    showNotice({ text: 'There is nothing to undo.' });
    return;
  }
  hideNotice();
  try {
    await last.undo();
    showNotice({ text: `Undone: ${last.text}` });
  } catch (error) {
    showNotice({ text: `Could not be undone: ${(error as Error).message}`, tone: 'error' });
  }
}
