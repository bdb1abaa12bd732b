import type { Page } from 'playwright-core';

/**
 * What does not fit the width of the window: a page that scrolls sideways, and controls outside it. Lists and tables may
 * scroll inside their own frame.
 */
export async function listOverflows(page: Page): Promise<string[]> {
  return page.locator('body').evaluate((body) => {
    const width = body.clientWidth;
    const frames = [body, ...body.querySelectorAll('html, main')];
    const scrolling = frames
      .filter((frame) => frame.scrollWidth > frame.clientWidth)
      .map((frame) => `${frame.tagName} scrolls: ${frame.scrollWidth} of ${frame.clientWidth}`);
    const isExempt = (element: Pick<typeof body, 'closest'>) =>
      element.closest('[role="grid"], [role="treegrid"], section[tabindex="0"], nav[aria-label="Main"]') !==
      null;
    const outside = [...body.querySelectorAll('a, button, input, select, textarea, h1')]
      .filter((element) => !isExempt(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < 0 || box.right > width + 0.5))
      .map(({ element, box }) => `outside (${box.left} to ${box.right}): ${element.outerHTML.slice(0, 160)}`);
    return [...scrolling, ...outside];
  });
}
