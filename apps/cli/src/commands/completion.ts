import { Argument, type Command } from 'commander';
import { addExamples } from '../command-options.ts';
import { listCommands } from '../completion/command-tree.ts';
import { SHELLS, type Shell, toCompletionScript } from '../completion/completion-scripts.ts';

export function registerCompletion(program: Command): void {
  const command = program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .description('Print a completion script for a shell')
    .action((shell: Shell) => {
      process.stdout.write(`${toCompletionScript(shell, listCommands(program))}\n`);
    });
  addExamples(
    command,
    'tallyman completion bash > ~/.local/share/bash-completion/completions/tallyman',
    'tallyman completion zsh > ~/.zfunc/_tallyman',
    'tallyman completion fish > ~/.config/fish/completions/tallyman.fish',
  );
}
