import { describe, expect, it } from 'vitest';
import { validateBom } from '../read/validate-bom.ts';

const addressOf = (version: string) => `http://cyclonedx.org/schema/bom-${version}.schema.json`;

async function violations(specVersion: string, members: object): Promise<string[]> {
  const document = { bomFormat: 'CycloneDX', specVersion, ...members };
  return (await validateBom(Buffer.from(JSON.stringify(document)))).violations.map(({ place }) => place);
}

describe('As the published schemas say', () => {
  it.each([
    ['1.2', 'demanded'],
    ['1.3', 'demanded'],
    ['1.4', 'demanded'],
    ['1.5', 'optional'],
    ['1.6', 'optional'],
    ['1.7', 'optional'],
  ])('the version of a document is, in %s, %s', async (specVersion, rule) => {
    expect(await violations(specVersion, { version: 1 })).toEqual([]);
    expect((await violations(specVersion, {})).length).toBe(rule === 'demanded' ? 1 : 0);
  });

  it.each([
    ['1.2', addressOf('1.2a'), 'alone'],
    ['1.3', addressOf('1.3'), 'alone'],
    ['1.4', addressOf('1.4'), 'alone'],
    ['1.5', addressOf('1.5'), 'alone'],
    ['1.6', addressOf('1.6'), 'like any other'],
    ['1.7', addressOf('1.7'), 'like any other'],
  ])('$schema may be left out and is, in %s, %s %s', async (specVersion, address, rule) => {
    expect(await violations(specVersion, { version: 1, $schema: address })).toEqual([]);
    const others = [address.replace('http:', 'https:'), addressOf('1.2b'), 'bom.json'];
    for (const $schema of others) {
      const places = await violations(specVersion, { version: 1, $schema });
      expect(places).toEqual(rule === 'alone' ? ['/$schema'] : []);
    }
  });
});
