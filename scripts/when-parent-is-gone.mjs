const POLL_MS = 300;

/** Calls the function once when the parent process has exited. Does not keep this process alive. */
export function whenParentIsGone(call) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    call();
  }, POLL_MS).unref();
}
