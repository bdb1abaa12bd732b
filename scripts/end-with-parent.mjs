/**
 * Preloaded into a service that npm started: it has a process group of its own, so killing the group of the
 * command hard would leave it behind. When the command is gone, the service stops as if it had been asked to.
 */
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, 500);
timer.unref();
