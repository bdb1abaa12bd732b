import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { inBothThemes } from './themes.ts';

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Themes differ in nothing but colours, so the rules about colours are enough for the second one. */
const CHECKS = {
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  light: { type: 'tag', values: TAGS },
};

/** Violations of WCAG 2.2 A and AA that axe finds in the light and in the dark theme, one line each. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await inBothThemes(page, async (theme) => {
    const found = await runAxe(page, CHECKS[theme]);
    violations.push(...found.flatMap(describe).map((violation) => `${theme}: ${violation}`));
  });
  return violations;
}

/** Injected by the debugger, because the page forbids scripts. */
async function runAxe(page: Page, runOnly: object): Promise<readonly AxeViolation[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: `globalThis.axe || (() => {${axe.source}})()` });
  // By default axe copies all style sheets into the page, for a rule that is not among these.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${options}).then(({ violations }) => JSON.stringify(violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return JSON.parse(String(result.value)) as AxeViolation[];
}

function describe({ id, help, nodes }: AxeViolation): string[] {
  return nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`);
}
