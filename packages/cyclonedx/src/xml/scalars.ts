import { toXmlUri } from './xml-uri.ts';

/** Converts between the text of an element or attribute and a JSON value. */
export interface Scalar {
  /** Returns undefined if the text is not of this type. */
  read(text: string): unknown;
  /** Returns undefined if the type cannot express the value. */
  write(value: unknown): string | undefined;
}

function writeString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function collapse(text: string): string {
  return text.replace(/[\t\n\r ]+/g, ' ').trim();
}

/** xs:string: unchanged. */
export const string: Scalar = { read: (text) => text, write: writeString };

function toSpaces(text: string): string {
  return /[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]/g, ' ') : text;
}

/** xs:normalizedString: line breaks and tabs are spaces. The indentation of the document around a name is dropped. */
export const normalized: Scalar = { read: (text) => toSpaces(text).trim(), write: writeString };

/** xs:normalizedString where leading and trailing spaces are significant. */
export const spaced: Scalar = { read: toSpaces, write: writeString };

/** xs:token and enumerations. */
export const token: Scalar = { read: collapse, write: writeString };

/** An enumeration in which an empty element means its default. */
export function tokenOr(fallback: string): Scalar {
  return { read: (text) => collapse(text) || fallback, write: writeString };
}

export const uri: Scalar = {
  read: collapse,
  write: (value) => (typeof value === 'string' ? toXmlUri(value) : undefined),
};

export const boolean: Scalar = {
  read: (text) => {
    const word = text.trim();
    if (word === 'true' || word === '1') return true;
    return word === 'false' || word === '0' ? false : undefined;
  },
  write: (value) => (typeof value === 'boolean' ? String(value) : undefined),
};

export const integer: Scalar = {
  read: (text) => (/^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : undefined),
  write: (value) => (Number.isSafeInteger(value) ? String(value) : undefined),
};

/** Exponents are not allowed in xs:decimal. */
export const decimal: Scalar = {
  read: (text) => (/^\s*[+-]?(\d+(\.\d*)?|\.\d+)\s*$/.test(text) ? Number(text) : undefined),
  write: (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    const text = String(value);
    return text.includes('e') ? value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '') : text;
  },
};

const XML_DATE_TIME =
  /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/;

/** Normalises lower-case letters, a space and offsets without a colon, which JSON allows. */
function toXmlDateTime(text: string): string | undefined {
  const normal = text
    .toUpperCase()
    .replace(' ', 'T')
    .replace(/([+-]\d\d)(\d\d)?$/, (offset, hours: string, minutes: string | undefined) =>
      /T/.test(text.toUpperCase()) || text.includes(' ') ? `${hours}:${minutes ?? '00'}` : offset,
    );
  return XML_DATE_TIME.test(normal) ? normal : undefined;
}

export const dateTime: Scalar = {
  read: collapse,
  write: (value) => (typeof value === 'string' ? toXmlDateTime(value) : undefined),
};

export const date: Scalar = {
  read: collapse,
  write: (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined),
};

const CPE =
  /^([c][pP][eE]:\/[AHOaho]?(:[A-Za-z0-9._\-~%]*){0,6})$|^(cpe:2\.3:[aho*-](:(((\?*|\*?)([a-zA-Z0-9\-._]|(\\[\\*?!"#$%&'()+,/:;<=>@[\]^`{|}~]))+(\?*|\*?))|[*-])){5}(:(([a-zA-Z]{2,3}(-([a-zA-Z]{2}|[0-9]{3}))?)|[*-]))(:(((\?*|\*?)([a-zA-Z0-9\-._]|(\\[\\*?!"#$%&'()+,/:;<=>@[\]^`{|}~]))+(\?*|\*?))|[*-])){4})$/;

/** XML requires a well-formed CPE, JSON does not. */
export const cpe: Scalar = {
  read: (text) => text,
  write: (value) => (typeof value === 'string' && CPE.test(value) ? value : undefined),
};
