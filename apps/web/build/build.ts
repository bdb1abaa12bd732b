import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { checkBudgets } from './check-budgets.ts';
import { compressFiles } from './compress-files.ts';
import { webConfig } from './web-config.ts';

/** `node build.ts <folder> [--check]`: builds into the folder; with --check a broken size budget is an error. */
const [folder, ...flags] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder to build into.');
// Vite would take a relative path from the folder of the web interface.
const target = resolve(folder);

// Tests build it too; what they run must be what users get.
process.env.NODE_ENV = 'production';
await build(webConfig(target));
const overruns = await checkBudgets(target);
for (const overrun of overruns) console.error(overrun);
if (flags.includes('--check') && overruns.length > 0) process.exit(1);
await writeFile(join(target, 'files.json'), JSON.stringify(await compressFiles(target)));
