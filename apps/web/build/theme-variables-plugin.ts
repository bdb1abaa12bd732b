import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/ui/theme.ts';

const NAME = 'virtual:theme-variables.css';
const ID = `\0${NAME}`;
/** Palettes of the component library that our theme does not use. */
const UNUSED =
  /(?<=[;{\s])--mantine-color-(pink|grape|violet|indigo|cyan|teal|lime|orange|yellow|green|blue|red)-[^:]*:[^;]*;/g;

/**
 * The library's variables as a style sheet. Left to itself it writes them into a style element while the page runs,
 * which the content security policy does not allow.
 */
export function themeVariablesPlugin(): Plugin {
  return {
    name: 'tallyman-theme-variables',
    resolveId: (source) => (source === NAME ? ID : undefined),
    load: (id) => (id === ID ? themeVariables() : undefined),
  };
}

function themeVariables(): string {
  const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables(variables).replaceAll(UNUSED, '');
}
