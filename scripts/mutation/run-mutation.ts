/**
 * Measures how many mutants of the pure rules the unit tests detect (ADR 0131). Prints the score and the survivors of
 * each file and writes scripts/mutation/scores.json. `npm run mutation -- <path>` measures single files and replaces
 * their scores.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MutationReport, mergeScores, toOverallScore, toPercent, toScores } from './mutation-scores.ts';

const root = join(import.meta.dirname, '..', '..');
const report = join(root, 'reports', 'mutation.json');

const chosen = process.argv.slice(2);
const exitCode = await runStryker(chosen.length > 0 ? ['--mutate', chosen.join()] : []);
if (exitCode === 0) printScores(JSON.parse(readFileSync(report, 'utf8')));
process.exitCode = exitCode;

function runStryker(args: readonly string[]): Promise<number> {
  const stryker = join(import.meta.dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = join('scripts', 'mutation', 'stryker.json');
  const child = spawn(process.execPath, [stryker, 'run', config, ...args], { cwd: root, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function printScores(measured: MutationReport): void {
  const scores = toScores(measured, new Date().toISOString().slice(0, 10));
  for (const [path, counts] of Object.entries(scores.files)) {
    console.log(`${toPercent(counts).toFixed(0).padStart(3)} %  ${path}`);
    for (const line of listSurvivors(measured, path)) console.log(`         ${line}`);
  }
  console.log(`Mutation score: ${toOverallScore(scores)}`);
  const path = join(import.meta.dirname, 'scores.json');
  const known = chosen.length > 0 && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  const merged = mergeScores(known, scores, (file) => existsSync(join(root, file)));
  writeFileSync(path, `${JSON.stringify(merged, null, 2)}\n`);
}

function listSurvivors({ files }: MutationReport, path: string): string[] {
  return (files[path]?.mutants ?? [])
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ status, mutatorName, replacement, location: { start } }) => {
      const change = (replacement ?? '').replace(/\s+/g, ' ').slice(0, 80);
      return `${start.line}:${start.column} ${status} ${mutatorName} ${change}`;
    });
}
