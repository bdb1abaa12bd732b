import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

interface CeremonyOptions {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
}

/** What a key adds to its registration: nothing, its signature, one of other data, or also a certificate of its maker. */
type Attestation = 'none' | 'self' | 'forged' | 'certificate';

interface SoftwareAuthenticator {
  readonly id: string;
  /** The response of a browser to registration options. */
  register(options: CeremonyOptions, origin: string, attestation?: Attestation): object;
  /** The response of a browser to sign-in options. */
  sign(options: CeremonyOptions, origin: string): object;
}

const USER_PRESENT = 0x01;
const ATTESTED = 0x40;

/** A security key in software: ES256, user presence, no attestation by default. */
export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const authenticatorData = (rpId: string, flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const coseKey = cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const signatureOf = (data: Buffer, client: Buffer) =>
    createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(privateKey);
  return {
    id,
    register: ({ challenge, rp }, origin, kind = 'none') => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const data = authenticatorData(rp?.id ?? '', USER_PRESENT | ATTESTED, attested);
      const client = clientData('webauthn.create', challenge, origin);
      const signature = signatureOf(kind === 'forged' ? Buffer.alloc(37) : data, client);
      const statement = new Map<unknown, unknown>([
        ...(kind === 'none'
          ? []
          : ([
              ['alg', -7],
              ['sig', signature],
            ] as const)),
        ...(kind === 'certificate' ? ([['x5c', [randomBytes(64)]]] as const) : []),
      ]);
      const attestation = new Map<unknown, unknown>([
        ['fmt', kind === 'none' ? 'none' : 'packed'],
        ['attStmt', statement],
        ['authData', data],
      ]);
      const response = {
        clientDataJSON: client.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    sign: ({ challenge, rpId = '' }, origin) => {
      const data = authenticatorData(rpId, USER_PRESENT);
      const client = clientData('webauthn.get', challenge, origin);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signatureOf(data, client).toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The part of CBOR (RFC 8949) that authenticators write. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) {
    return Buffer.concat([
      head(5, value.size),
      ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
    ]);
  }
  throw new Error('An authenticator does not write this.');
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
