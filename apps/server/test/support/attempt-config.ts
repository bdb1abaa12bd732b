import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../src/platform/config/config-error.ts';
import { type LoadedConfig, loadConfig } from '../../src/platform/config/load-config.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Sources of a configuration: a file, variables, `--set` options, further arguments. */
export interface Attempt {
  readonly file?: string;
  readonly env?: Record<string, string>;
  readonly set?: readonly string[];
  readonly argv?: readonly string[];
  readonly cwd?: string;
}

export type Outcome = LoadedConfig & { readonly problems: readonly string[] };

/** Loads a configuration in a temporary directory. It is undefined if there are problems. */
export function attemptConfig({
  file,
  env = {},
  set = [],
  argv = [],
  cwd = temporaryDirectory(),
}: Attempt): Outcome {
  if (file !== undefined) writeFileSync(join(cwd, 'tallyman.properties'), file);
  const options = set.flatMap((setting) => ['--set', setting]);
  try {
    return { ...loadConfig({ argv: [...argv, ...options], env, cwd }), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { ...UNUSABLE, problems: error.problems };
  }
}

const UNUSABLE = { config: {}, warnings: [], sources: {} } as unknown as LoadedConfig;
