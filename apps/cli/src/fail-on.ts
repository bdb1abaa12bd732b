import type { Severity } from '@tallyman/contract';
import { type Command, Option } from 'commander';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { isAsBadAs, toSeverity } from './severities.ts';

export interface FailOnOption {
  readonly failOn?: Severity;
}

export function addFailOnOption(command: Command): Command {
  const description = `exit with ${EXIT.found} if there are findings of this severity or higher`;
  return command.addOption(new Option('--fail-on <severity>', description).argParser(toSeverity));
}

export function exitCodeOfFindings(severities: readonly Severity[], { failOn }: FailOnOption): ExitCode {
  const isFound = failOn !== undefined && severities.some((severity) => isAsBadAs(severity, failOn));
  return isFound ? EXIT.found : EXIT.ok;
}
