import type { Plugin } from 'vite';

/** Not a module: those run after the first paint. */
const APPEARANCE = '<script src="./appearance.js"></script>';

/** Marks what the server fills in for each answer: the nonce on everything that is loaded. */
export function pagePlugin(): Plugin {
  return {
    name: 'tallyman-page',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html
          .replaceAll(' crossorigin', '')
          .replace('<script', `${APPEARANCE}\n    <script`)
          .replaceAll(/<(script|link rel="(?:stylesheet|modulepreload)")/g, '<$1 nonce="%NONCE%"'),
    },
  };
}
