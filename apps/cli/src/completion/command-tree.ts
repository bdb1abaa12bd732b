import type { Command, Option } from 'commander';

/** What can follow a command: subcommands and options. */
export interface CommandNode {
  /** The words of the command, such as `findings list`. Empty for the program itself. */
  readonly path: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly {
    readonly flag: string;
    readonly description: string;
    readonly choices: readonly string[];
    readonly takesValue: boolean;
  }[];
}

/** Lists the program and all its commands. */
export function listCommands(command: Command, path: readonly string[] = []): CommandNode[] {
  const commands = command.commands.map((each) => ({ name: each.name(), description: each.description() }));
  const node: CommandNode = {
    path: path.join(' '),
    description: command.description(),
    commands,
    options: [...command.options.filter(({ hidden }) => !hidden).map(toOption), HELP],
  };
  return [node, ...command.commands.flatMap((each) => listCommands(each, [...path, each.name()]))];
}

const HELP = { flag: '--help', description: 'show help', choices: [], takesValue: false };

function toOption({ long, short, description, argChoices, required, optional }: Option) {
  return {
    flag: long ?? short ?? '',
    description,
    choices: argChoices ?? [],
    takesValue: required || optional,
  };
}
