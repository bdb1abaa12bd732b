import { describe, expect, it } from 'vitest';
import { validateBom } from '../read/validate-bom.ts';

const addressOf = (version: string) => `http://cyclonedx.org/schema/bom-${version}.schema.json`;

async function violations(specVersion: string, members: object): Promise<string[]> {
  const document = { bomFormat: 'CycloneDX', specVersion, ...members };
  return (await validateBom(Buffer.from(JSON.stringify(document)))).violations.map(({ place }) => place);
}

describe('Rules of the published schemas', () => {
  it.each([
    ['1.2', 'required'],
    ['1.3', 'required'],
    ['1.4', 'required'],
    ['1.5', 'optional'],
    ['1.6', 'optional'],
    ['1.7', 'optional'],
  ])('in %s the member version is %s', async (specVersion, rule) => {
    expect(await violations(specVersion, { version: 1 })).toEqual([]);
    expect((await violations(specVersion, {})).length).toBe(rule === 'required' ? 1 : 0);
  });

  it.each([
    ['1.2', addressOf('1.2a'), 'the only value'],
    ['1.3', addressOf('1.3'), 'the only value'],
    ['1.4', addressOf('1.4'), 'the only value'],
    ['1.5', addressOf('1.5'), 'the only value'],
    ['1.6', addressOf('1.6'), 'one of many values'],
    ['1.7', addressOf('1.7'), 'one of many values'],
  ])('in %s $schema is optional, and %s is %s', async (specVersion, address, rule) => {
    expect(await violations(specVersion, { version: 1, $schema: address })).toEqual([]);
    const others = [address.replace('http:', 'https:'), addressOf('1.2b'), 'bom.json'];
    for (const $schema of others) {
      const places = await violations(specVersion, { version: 1, $schema });
      expect(places).toEqual(rule === 'the only value' ? ['/$schema'] : []);
    }
  });
});
