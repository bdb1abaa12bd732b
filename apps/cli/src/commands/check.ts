import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Client } from '@tallyman/client';
import type { CheckReport, Severity } from '@tallyman/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addExamples, addServerOptions, type JsonOption } from '../command-options.ts';
import { describeCheck, noteCheck } from '../describe-check.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openFile } from '../open-file.ts';
import { print } from '../output.ts';
import { openProgressLine } from '../progress-line.ts';
import { type ServerOptions, withSession } from '../session.ts';

interface CheckOptions extends ServerOptions, JsonOption {
  readonly failOn?: Severity;
}

/** The worst first. */
const SEVERITIES: readonly Severity[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'];

export function registerCheck(program: Command): void {
  const command = program
    .command('check')
    .description('Find the vulnerabilities of a bill of materials (CycloneDX) without storing anything')
    .argument('<file>', 'the document, JSON or XML, plain or compressed; - reads it from stdin')
    .addOption(
      new Option(
        '--fail-on <severity>',
        `exit with ${EXIT.found} when there are findings of this severity or worse`,
      ).argParser(toSeverity),
    )
    .action(async (file: string, options: CheckOptions) => {
      const report = await withSession(options, (client) => check(client, file));
      const notes = options.json ? [] : noteCheck(report);
      await print({ document: report, text: describeCheck(report), notes }, options);
      process.exitCode = exitCodeOf(report, options);
    });
  addExamples(
    addServerOptions(command),
    'tallyman check bom.json',
    'tallyman check bom.xml --fail-on high',
    "cyclonedx-npm | tallyman check - --json | jq -r '.results[].vulnerability.vulnId'",
  );
}

function toSeverity(text: string): Severity {
  const severity = SEVERITIES.find((one) => one === text.toUpperCase());
  if (severity) return severity;
  throw new InvalidArgumentError(`Give one of ${SEVERITIES.join(', ').toLowerCase()}.`);
}

async function check(client: Client, file: string): Promise<CheckReport> {
  const { checkOperations } = await import('@tallyman/contract');
  using progress = openProgressLine();
  const isPiped = file === '-';
  const document = isPiped ? new Blob([await buffer(process.stdin)]) : await openFile(file);
  const body = new FormData();
  body.set('bom', document, isPiped ? 'bom' : basename(file));
  progress.show(`${file}: checking`);
  // However long it takes: the answer comes when all of the document has been sent and matched.
  return (await client.call(checkOperations.checkBom, { body, timeoutMs: null })).body;
}

function exitCodeOf({ results }: CheckReport, { failOn }: CheckOptions): ExitCode {
  if (failOn === undefined) return EXIT.ok;
  const limit = SEVERITIES.indexOf(failOn);
  const isFound = results.some(({ vulnerability }) => SEVERITIES.indexOf(vulnerability.severity) <= limit);
  return isFound ? EXIT.found : EXIT.ok;
}
