import { any, type Cpe, CpeError, notApplicable } from './cpe.ts';
import { isValidValue, repairValue } from './formatted-string.ts';

const prefix = 'cpe:/';
const maxComponents = 7;
const partValue = /^[aoh*-]?$/i;

/** A component as NIST IR 7695, 6.1 allows it, including the packed edition. */
const strictComponent = /^(?:[a-zA-Z0-9._~-]|%[0-9a-fA-F]{2})*$/;

const octet = /%([0-9a-fA-F]{2})|\\?([^a-zA-Z0-9._-])/gs;
const escapedOrWildcard = /\\(.)|([*?])|([^a-zA-Z0-9._-])/gs;

const wildcardOfOctet: ReadonlyMap<string, string> = new Map([
  ['01', '?'],
  ['02', '*'],
]);

export function isUri(text: string): boolean {
  return text.slice(0, prefix.length).toLowerCase() === prefix;
}

/** NIST IR 7695, 6.1.3: the URI binding of CPE 2.2, whose edition may pack the attributes that 2.3 added. */
export function parseUri(text: string, lenient: boolean): Cpe {
  const components = text.slice(prefix.length).toLowerCase().split(':');
  if (components.length > maxComponents)
    throw new CpeError(`a CPE URI has at most ${maxComponents} components`);
  const [part = '', vendor, product, version, update, edition = '', language] = components;
  if (!partValue.test(part)) throw new CpeError('the part of a CPE name is a, o or h');
  const value = (component: string | undefined) => parseComponent(component ?? '', lenient);
  const [ownEdition, swEdition, targetSw, targetHw, other] = unpackEdition(edition);
  return {
    part: part === '' ? any : part,
    vendor: value(vendor),
    product: value(product),
    version: value(version),
    update: value(update),
    edition: value(ownEdition),
    language: value(language),
    swEdition: value(swEdition),
    targetSw: value(targetSw),
    targetHw: value(targetHw),
    other: value(other),
  };
}

/** NIST IR 7695, 6.1.2. The part is written even if it is ANY. */
export function formatUri(cpe: Cpe): string {
  const packed = [cpe.edition, cpe.swEdition, cpe.targetSw, cpe.targetHw, cpe.other].map(formatComponent);
  const edition = packed.slice(1).every((component) => component === '') ? packed[0] : `~${packed.join('~')}`;
  const components = [cpe.vendor, cpe.product, cpe.version, cpe.update].map(formatComponent);
  const all = [cpe.part, ...components, edition ?? '', formatComponent(cpe.language)];
  let count = all.length;
  while (count > 1 && all[count - 1] === '') count--;
  return prefix + all.slice(0, count).join(':');
}

function unpackEdition(edition: string): string[] {
  return edition.startsWith('~') ? edition.slice(1).split('~') : [edition];
}

function parseComponent(component: string, lenient: boolean): string {
  if (component === '') return any;
  if (component === notApplicable) return notApplicable;
  if (!lenient && !strictComponent.test(component)) throw invalidComponent();
  const value = component.replace(octet, (_, code: string | undefined, character: string | undefined) =>
    code === undefined ? `\\${character}` : decodeOctet(code),
  );
  const repaired = lenient ? repairValue(value) : value;
  if (!isValidValue(repaired)) throw invalidComponent();
  return repaired;
}

function invalidComponent(): CpeError {
  return new CpeError('a component of a CPE URI is not valid');
}

function decodeOctet(code: string): string {
  const wildcard = wildcardOfOctet.get(code);
  if (wildcard !== undefined) return wildcard;
  const character = String.fromCharCode(Number.parseInt(code, 16));
  if (!/[!-~]/.test(character)) throw new CpeError(`%${code} is not a character of a CPE name`);
  return /[a-zA-Z0-9._-]/.test(character) ? character : `\\${character}`;
}

function formatComponent(value: string): string {
  if (value === any) return '';
  return value.replace(
    escapedOrWildcard,
    (_, escaped: string | undefined, wildcard: string | undefined, other: string | undefined) => {
      if (wildcard !== undefined) return wildcard === '?' ? '%01' : '%02';
      return encodeCharacter(escaped ?? other ?? '');
    },
  );
}

function encodeCharacter(character: string): string {
  if (/[a-zA-Z0-9._-]/.test(character)) return character;
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
