// An authenticator app (RFC 6238) for the tests, independent of the server's code.
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bits = (text) => [...text.replaceAll(' ', '')].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
const base32 = (text) => Buffer.from(bits(text).match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));

const STEP_MS = 30_000;

/**
 * Waits until the step that has begun lasts for a while. A code of the step before is accepted until the step ends: without this, one
 * of twenty tests that use such a code would meet the turn.
 */
export async function earlyInStep() {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < STEP_MS / 2) await new Promise((resolve) => setTimeout(resolve, left));
}

/** What an app shows for a secret, `steps` of 30 s from now. */
export function codeOf(secret, steps = 0) {
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const mac = createHmac('sha1', base32(secret)).update(counter).digest(), at = mac.at(-1) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
