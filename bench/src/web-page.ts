import type { Page } from 'playwright-core';

/** Scripts run through the debugger, because the page forbids others. */
async function run<T>(page: Page, expression: string): Promise<T> {
  const session = await page.context().newCDPSession(page);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value as T;
}

/** Milliseconds from the navigation until a frame in which the condition holds. */
export function timeUntil(page: Page, condition: string): Promise<number> {
  return run(page, toTimer('begin = 0;', condition));
}

/** Milliseconds from the next event of the type, which the action causes, until a frame in which the condition holds. */
export async function timeFrom(
  page: Page,
  event: string,
  condition: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const onEvent = `document.addEventListener('${event}', () => { begin = performance.now(); }, { once: true, capture: true });`;
  await run(page, `globalThis.benchTimer = ${toTimer(onEvent, condition)}; undefined`);
  await act();
  return run(page, 'globalThis.benchTimer');
}

function toTimer(setBegin: string, condition: string): string {
  return `new Promise((resolve) => {
    let begin;
    ${setBegin}
    const check = () => {
      if (begin !== undefined && (${condition})) resolve(performance.now() - begin);
      else requestAnimationFrame(check);
    };
    check();
  })`;
}

interface DecisionTimes {
  readonly shown: number;
  readonly stored: number;
}

/** Decides on the next row by one key, and undoes it. The list has only findings without a decision. */
export async function decideByKey(page: Page): Promise<DecisionTimes> {
  await page.getByRole('grid').focus();
  await page.keyboard.press('j');
  const row = `document.getElementById(document.querySelector('[role="grid"]').getAttribute('aria-activedescendant'))`;
  let stored = 0;
  const shown = await timeFrom(page, 'keydown', `${row}?.textContent.includes('In triage')`, async () => {
    const answer = untilDecided(page);
    const begin = performance.now();
    await page.keyboard.press('t');
    await answer;
    stored = performance.now() - begin;
  });
  const undone = untilDecided(page);
  await page.keyboard.press('u');
  await undone;
  return { shown: Math.round(shown), stored: Math.round(stored) };
}

async function untilDecided(page: Page): Promise<void> {
  const answer = await page.waitForResponse(
    (response) => response.url().includes('/api/v1/analysis') && response.request().method() !== 'GET',
  );
  await answer.finished();
}

/** The element of the list that scrolls. */
const SCROLLER = `[document.querySelector('[role="grid"]'), ...document.querySelectorAll('[role="grid"] *, main *')]
  .find((element) => element.scrollHeight > element.clientHeight + 100 && element.querySelector('[role="row"]'))`;
const ROW_HEIGHT = `(document.querySelector('[role="grid"] [aria-rowindex="2"]')?.offsetHeight ?? 34)`;
const STALLED_MS = 15_000;

/** Scrolls to the end until this many rows are loaded, or no more arrive. Returns how many there are. */
export function loadRows(page: Page, rows: number): Promise<number> {
  return run(
    page,
    `(async () => {
      const scroller = ${SCROLLER};
      if (!scroller) return document.querySelectorAll('[role="grid"] [role="row"]').length - 1;
      const height = ${ROW_HEIGHT};
      const loaded = () => Math.floor(scroller.scrollHeight / height);
      let [most, changedAt] = [0, performance.now()];
      while (loaded() < ${rows} && performance.now() - changedAt < ${STALLED_MS}) {
        if (loaded() > most) [most, changedAt] = [loaded(), performance.now()];
        scroller.scrollTop = scroller.scrollHeight;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return loaded();
    })()`,
  );
}

/** Scrolls down from the top by most of a screen for each frame. Returns the largest number of elements. */
export function scroll(page: Page, frames: number): Promise<number> {
  return run(
    page,
    `(async () => {
      const scroller = ${SCROLLER};
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      if (scroller) scroller.scrollTop = 0;
      await frame();
      let most = 0;
      for (let step = 1; step <= ${frames}; step++) {
        if (scroller) scroller.scrollTop = (step * 700) % (scroller.scrollHeight - scroller.clientHeight);
        await frame();
        most = Math.max(most, document.getElementsByTagName('*').length);
      }
      return most;
    })()`,
  );
}
