import { writeFileSync } from 'node:fs';
import { toConfigurationPage } from '../apps/server/src/platform/config/configuration-page.ts';

const page = new URL('../docs/configuration.md', import.meta.url);
writeFileSync(page, toConfigurationPage());
