const POLL_MS = 300;

/** Calls once; does not keep the process alive. */
export function whenParentIsGone(call) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    call();
  }, POLL_MS).unref();
}
