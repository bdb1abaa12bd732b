import type { Command } from 'commander';
import { askLine, canAsk } from './ask.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

export interface ConfirmOption {
  readonly yes?: true;
}

export function addConfirmOption(command: Command): Command {
  return command.option('-y, --yes', 'do not ask');
}

/** Asks before something is deleted. Throws if the answer is no, or if there is no terminal. */
export async function confirm(question: string, { yes }: ConfirmOption): Promise<void> {
  if (yes) return;
  if (!canAsk())
    throw new CommandError(EXIT.usage, `${question} There is no terminal for input. Add --yes to confirm.`);
  const answer = await askLine(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError(EXIT.usage, 'Nothing was deleted.');
}
