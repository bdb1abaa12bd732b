/**
 * Preloaded into a service that npm started: it has a process group of its own, so killing the group of the
 * command hard would leave it behind. When the command is gone, the service stops as if it had been asked to.
 */
import { whenParentIsGone } from './when-parent-is-gone.mjs';

whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'));
