const KEY = 'tallyman-single-keys';
const ATTRIBUTE = 'data-single-keys';

/** Whether letters, numbers and punctuation alone are shortcuts. People who speak to the computer turn this off. */
export function areSingleKeysOn(): boolean {
  return document.documentElement.getAttribute(ATTRIBUTE) !== 'off';
}

/** Stored by the browser; `appearance.js` applies it at the next visit. */
export function setSingleKeys(isOn: boolean): void {
  const value = isOn ? 'on' : 'off';
  document.documentElement.setAttribute(ATTRIBUTE, value);
  localStorage.setItem(KEY, value);
}

/** Whether a key is a shortcut that is turned off. The space bar selects, so it is never turned off. */
export function isKeyOff(key: string): boolean {
  return key.length === 1 && key !== ' ' && !areSingleKeysOn();
}
