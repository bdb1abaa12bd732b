import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './set-up.mjs';
import { whenParentIsGone } from './when-parent-is-gone.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal signals the whole group, npm forwards the signal again: what comes together is one request. */
const ECHO_MS = 1_000;

/**
 * Runs Node to its end with our input and output; answers the exit code. The child gets a process group of its
 * own, so that it hears of each request to stop once, from us, however often it reached us.
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
  // npm passes a signal on to the shell between it and us, which dies of it and tells nobody. Without npm a lost
  // parent means nothing, as after the end of a terminal session.
  if (process.env.npm_lifecycle_event) whenParentIsGone(() => forward('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
