/**
 * Preloaded into a service that npm started. The service has its own process group, so killing the group of the npm command
 * does not stop it. When the command is gone, this module sends SIGTERM to the service.
 */
import { whenParentIsGone } from './when-parent-is-gone.mjs';

whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'));
