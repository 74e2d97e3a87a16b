// A push service for the tests: it takes messages on 127.0.0.1, verifies who sends them (VAPID, RFC 8292) and decrypts them as a
// browser does (RFC 8291). Every device decides how it answers.
import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { within } from './websocket_client.mjs';

const text = (bytes) => Buffer.from(bytes).toString('base64url');
const bytes = (base64url) => Buffer.from(base64url, 'base64url');

/** Checks the header Authorization; gives the claims of its token. */
function verified(header) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(header) ?? assert.fail(`not VAPID: ${header}`);
  const [head, claims, signature] = token.split('.');
  const point = bytes(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const isRight = verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, bytes(signature));
  assert.ok(isRight, 'the signature of the token');
  assert.deepEqual(JSON.parse(bytes(head)), { typ: 'JWT', alg: 'ES256' });
  return { ...JSON.parse(bytes(claims)), key };
}

function decrypted(body, browser, auth) {
  const salt = body.subarray(0, 16), sender = body.subarray(21, 21 + body[20]), sealed = body.subarray(21 + body[20]);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  assert.equal(plain.at(-1), 2, 'the mark of the last record');
  return JSON.parse(plain.subarray(0, -1));
}

/** A device: what the page would send to the server, and what came for it. `answer` decides the reply to the message of this number. */
function newDevice(url, number, answer) {
  const browser = createECDH('prime256v1'), auth = randomBytes(16);
  browser.generateKeys();
  const messages = [], waiting = [];
  return {
    subscription: { endpoint: `${url}/push/${number}`, expirationTime: null, keys: { p256dh: text(browser.getPublicKey()), auth: text(auth) } },
    messages,
    answer,
    take(request, body) {
      const { headers } = request;
      assert.equal(headers['content-encoding'], 'aes128gcm');
      messages.push({ at: Date.now(), headers, claims: verified(headers.authorization), data: decrypted(body, browser, auth) });
      waiting.splice(0).forEach((wake) => wake());
    },
    /** Waits until the first message of this sentence came. */
    async heard(sentence) {
      const find = () => messages.find(({ data }) => data.body === sentence);
      const come = async () => {
        while (!find()) await new Promise((resolve) => waiting.push(resolve));
      };
      await within(come(), `"${sentence}" after ${JSON.stringify(messages.map(({ data }) => data.body))}`);
      return find();
    },
    /** Waits until so many messages came, refused ones included. */
    async got(count) {
      const come = async () => {
        while (messages.length < count) await new Promise((resolve) => waiting.push(resolve));
      };
      await within(come(), `${count} messages`);
      return messages[count - 1];
    },
  };
}

/** With a certificate ({cert, key}: paths) it speaks https at localhost. */
export async function openPushService(certificate = null) {
  const devices = [], problems = [], held = new Set();
  const take = async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const device = devices[Number(request.url.split('/').at(-1))];
    try {
      device.take(request, Buffer.concat(parts));
    } catch (error) {
      problems.push(error);
    }
    const [status, headers = {}] = device.answer(device.messages.length);
    if (!status) held.add(response); // never answered
    else response.writeHead(status, headers).end();
  };
  const server = certificate ? createSecureServer({ cert: readFileSync(certificate.cert), key: readFileSync(certificate.key) }, take) : createServer(take);
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `${certificate ? 'https://localhost' : 'http://127.0.0.1'}:${server.address().port}`;
  return {
    url,
    problems,
    device(answer = () => [201]) {
      devices.push(newDevice(url, devices.length, answer));
      return devices.at(-1);
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
