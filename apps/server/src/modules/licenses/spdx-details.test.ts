import { describe, expect, it } from 'vitest';
import { loadSpdxLicenses } from './spdx-licenses.ts';

describe('Details of SPDX licences', async () => {
  const licenses = new Map((await loadSpdxLicenses()).map((license) => [license.licenseId, license]));

  it.each([
    ['Apache-2.0', 'Licensed under the Apache License, Version 2.0', 'limitations under the License.'],
    ['MPL-2.0', 'This Source Code Form is subject to the terms', 'MPL/2.0/.'],
    ['GPL-3.0-or-later', 'This program is free software', '<https://www.gnu.org/licenses/>.'],
  ])('%s has the header from its text', (id, start, end) => {
    const { header } = licenses.get(id) ?? {};
    expect(header?.startsWith(start), header).toBe(true);
    expect(header?.endsWith(end), header).toBe(true);
  });

  it.each(['GPL-3.0-only', 'MIT'])('%s has no header', (id) => {
    expect(licenses.get(id)?.header).toBeUndefined();
  });

  it.each([
    ['GPL-2.0', 'The identifier GPL-2.0 is deprecated. Use GPL-2.0-only instead.'],
    ['GPL-2.0+', 'The identifier GPL-2.0+ is deprecated. Use GPL-2.0-or-later instead.'],
    ['MIT', undefined],
  ])('the comments of %s name its replacement', (id, comments) => {
    expect(licenses.get(id)?.comments).toBe(comments);
  });
});
