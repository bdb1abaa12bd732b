import { createLog } from '../../src/platform/log/create-log.ts';

export const silentLog = createLog({ levels: { root: 'silent' } });
