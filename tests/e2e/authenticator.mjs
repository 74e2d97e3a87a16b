// A WebAuthn authenticator in software for the tests. It signs whatever it is told to, so it can also play the attacker.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
const url = (bytes) => Buffer.from(bytes).toString('base64url');
const big = (text) => Buffer.from(text, 'base64url');
const hex = (text) => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** Each algorithm: a new key, its public key as COSE writes it, and its signature. */
const ALGORITHMS = {
  ES256: {
    keys: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose: ({ x, y }) => Buffer.concat([hex('a5 0102 0326 2001 215820'), big(x), hex('225820'), big(y)]),
    sign: (data, key) => sign('sha256', data, key),
  },
  EdDSA: {
    keys: () => generateKeyPairSync('ed25519'),
    cose: ({ x }) => Buffer.concat([hex('a4 0101 0327 2006 215820'), big(x)]),
    sign: (data, key) => sign(null, data, key),
  },
  RS256: {
    keys: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    cose: ({ n, e }) => Buffer.concat([hex('a4 0103 03390100 20590100'), big(n), hex('2143'), big(e)]),
    sign: (data, key) => sign('sha256', data, key),
  },
};

export const algorithms = Object.keys(ALGORITHMS);
export const PRESENT = 1, VERIFIED = 4, ATTESTED = 64;

export class Authenticator {
  constructor(algorithm = 'ES256') {
    this.algorithm = ALGORITHMS[algorithm];
    this.pair = this.algorithm.keys();
    this.id = randomBytes(16);
    this.counter = 0;
  }

  #auth(rpId, flags, rest = Buffer.alloc(0)) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest]);
  }

  /** What navigator.credentials.create gives. */
  create({ challenge, rpId }, origin, { type = 'webauthn.create', flags = PRESENT | VERIFIED | ATTESTED, ...more } = {}) {
    const length = Buffer.from([0, this.id.length]);
    const key = this.algorithm.cose(this.pair.publicKey.export({ format: 'jwk' }));
    const auth = this.#auth(rpId, flags, Buffer.concat([Buffer.alloc(16), length, this.id, key]));
    return { clientData: url(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more })), authenticatorData: url(auth) };
  }

  /** What navigator.credentials.get gives. */
  get({ challenge, rpId }, origin, { type = 'webauthn.get', flags = PRESENT | VERIFIED, ...more } = {}) {
    const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }));
    this.counter += 1;
    const auth = this.#auth(rpId, flags);
    const signature = this.algorithm.sign(Buffer.concat([auth, sha256(client)]), this.pair.privateKey);
    return { id: url(this.id), clientData: url(client), authenticatorData: url(auth), signature: url(signature) };
  }
}
