import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 A and AA that axe finds, one line each. Injected by the debugger, because the page forbids
 * scripts.
 */
export async function listAxeViolations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe.source });
  const options = JSON.stringify({ runOnly: { type: 'tag', values: TAGS } });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${options}).then(JSON.stringify)`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  const { violations } = JSON.parse(String(result.value)) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary ?? ''}`),
  );
}
