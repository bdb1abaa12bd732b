import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { contractPlugin } from './contract-plugin.ts';
import { pagePlugin } from './page-plugin.ts';
import { themeVariablesPlugin } from './theme-variables-plugin.ts';

const root = join(import.meta.dirname, '..');

export function webConfig(outDir: string): InlineConfig {
  return {
    root,
    configFile: false,
    // Relative, so that one build serves under every base path.
    base: './',
    logLevel: 'error',
    plugins: [contractPlugin(), themeVariablesPlugin(), pagePlugin()],
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      target: 'es2023',
      // A data: address would need an exception in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}
