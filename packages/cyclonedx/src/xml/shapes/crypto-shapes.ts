import { boolean, dateTime, integer, token } from '../scalars.ts';
import { list, many, one, type RecordRules, record, type Shape, text } from '../shape.ts';
import { hash } from './common-shapes.ts';

const algorithmProperties: Shape = record({
  children: [
    one('primitive', text(token)),
    one('algorithmFamily', text()),
    one('parameterSetIdentifier', text()),
    one('curve', text()),
    one('ellipticCurve', text()),
    one('executionEnvironment', text(token)),
    one('implementationPlatform', text(token)),
    many('certificationLevel', text(token)),
    one('mode', text(token)),
    one('padding', text(token)),
    list('cryptoFunctions', 'cryptoFunction', text(token)),
    one('classicalSecurityLevel', text(integer)),
    one('nistQuantumSecurityLevel', text(integer)),
  ],
});

const relatedAsset: Shape = record({ children: [one('type', text()), one('ref', text())] });

const relatedCryptographicAssets = list(
  'relatedCryptographicAssets',
  'relatedCryptographicAsset',
  relatedAsset,
);

const certificateState: Shape = record({
  children: [
    one('state', text(token)),
    one('name', text()),
    one('description', text()),
    one('reason', text()),
  ],
});

const certificateExtension: Shape = record({
  children: [
    one('commonExtensionName', text(token)),
    one('commonExtensionValue', text()),
    one('customExtensionName', text()),
    one('customExtensionValue', text()),
  ],
});

const certificateProperties: Shape = record({
  children: [
    one('serialNumber', text()),
    one('subjectName', text()),
    one('issuerName', text()),
    one('notValidBefore', text(dateTime)),
    one('notValidAfter', text(dateTime)),
    one('signatureAlgorithmRef', text()),
    one('subjectPublicKeyRef', text()),
    one('certificateFormat', text()),
    one('certificateExtension', text()),
    one('certificateFileExtension', text()),
    one('fingerprint', hash),
    many('certificateState', certificateState),
    one('creationDate', text(dateTime)),
    one('activationDate', text(dateTime)),
    one('deactivationDate', text(dateTime)),
    one('revocationDate', text(dateTime)),
    one('destructionDate', text(dateTime)),
    list('certificateExtensions', 'certificateExtension', certificateExtension),
    relatedCryptographicAssets,
  ],
});

const relatedCryptoMaterialProperties: Shape = record({
  children: [
    one('type', text(token)),
    one('id', text()),
    one('state', text(token)),
    one('algorithmRef', text()),
    one('creationDate', text(dateTime)),
    one('activationDate', text(dateTime)),
    one('updateDate', text(dateTime)),
    one('expirationDate', text(dateTime)),
    one('value', text()),
    one('size', text(integer)),
    one('format', text()),
    one('securedBy', record({ children: [one('mechanism', text()), one('algorithmRef', text())] })),
    one('fingerprint', hash),
    relatedCryptographicAssets,
  ],
});

const cipherSuite: Shape = record({
  children: [
    one('name', text()),
    list('algorithms', 'algorithm', text()),
    list('identifiers', 'identifier', text()),
    list('tlsGroups', 'group', text()),
    list('tlsSignatureSchemes', 'signatureScheme', text()),
  ],
});

/** A plain reference up to 1.6, which 1.7 still allows besides the detailed form. */
function transform(rules: RecordRules): Shape {
  const detailed = record(rules);
  return {
    read: (element) => (element.children.length === 0 ? element.text.trim() : detailed.read(element)),
    write: (name, value) =>
      typeof value === 'string' ? text().write(name, value) : detailed.write(name, value),
  };
}

const namedTransform = transform({ children: [one('name', text()), one('algorithm', text())] });

const ikev2TransformTypes: Shape = record({
  children: [
    many(
      'encr',
      transform({
        children: [one('name', text()), one('keyLength', text(integer)), one('algorithm', text())],
      }),
    ),
    many('prf', namedTransform),
    many('integ', namedTransform),
    many('ke', transform({ children: [one('group', text(integer)), one('algorithm', text())] })),
    one('esn', text(boolean)),
    many('auth', namedTransform),
  ],
});

const protocolProperties: Shape = record({
  children: [
    one('type', text(token)),
    one('version', text()),
    list('cipherSuites', 'cipherSuite', cipherSuite),
    one('ikev2TransformTypes', ikev2TransformTypes),
    many('cryptoRef', text(), 'cryptoRefArray'),
    relatedCryptographicAssets,
  ],
});

export const cryptoProperties: Shape = record({
  children: [
    one('assetType', text(token)),
    one('algorithmProperties', algorithmProperties),
    one('certificateProperties', certificateProperties),
    one('relatedCryptoMaterialProperties', relatedCryptoMaterialProperties),
    one('protocolProperties', protocolProperties),
    one('oid', text()),
  ],
});
