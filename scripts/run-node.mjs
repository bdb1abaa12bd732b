import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './set-up.mjs';
import { whenParentIsGone } from './when-parent-is-gone.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal signals the whole process group and npm forwards the signal again. Signals within this time count as one. */
const ECHO_MS = 1_000;

/**
 * Runs Node with our input and output and returns its exit code. The child has its own process group, so that it gets each
 * signal once, from us.
 */
export function runNode(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', detached: process.platform !== 'win32' });
  let lastRequest = Number.NEGATIVE_INFINITY;
  const forward = (signal) => {
    if (performance.now() - lastRequest < ECHO_MS) return;
    lastRequest = performance.now();
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  // npm forwards signals to the shell between npm and us, which exits without forwarding them. Without npm, a lost parent
  // means nothing: a terminal session may have ended.
  if (process.env.npm_lifecycle_event) whenParentIsGone(() => forward('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
