import { within } from '../e2e/websocket_client.mjs';

/** Waits until the value of a signal satisfies `isGood`, and gives that value. */
export function until(signal, isGood, what) {
  let stop = () => {};
  const seen = new Promise((resolve) => {
    stop = signal.subscribe((value) => isGood(value) && resolve(value));
  });
  return within(seen, what)
    .catch((error) => {
      throw new Error(`${error.message}; it is ${JSON.stringify(signal.peek())}`);
    })
    .finally(() => stop());
}
