// A stock Socket.IO client that records every event, request and acknowledgement in the order of the wire.
import { io } from './players.mjs';
import { DEADLINE_MS, within } from './websocket_client.mjs';

/** Every frame of every client: {kind: 'event' | 'sent' | 'ack', name, data}; of requests only the accepted ones. */
export const recorded = [];
const clients = new Set();

export const leaveAll = () => clients.forEach((client) => client.socket.disconnect());

/** Connects and waits for the first session; options are those of socket.io-client. */
export async function connect(port, auth = {}, options = {}) {
  const socket = io(`http://127.0.0.1:${port}`, { forceNew: true, reconnection: false, transports: ['websocket'], auth, ...options });
  const frames = []; // events and acknowledgements that nobody has taken yet
  let wake = () => {};
  const take = (kind, name, data) => {
    frames.push({ kind, name, data });
    recorded.push({ kind, name, data });
    wake();
  };
  const client = {
    socket,
    /** The next frame, whatever it is. */
    async next(what = 'a frame') {
      if (!frames.length) await within(new Promise((resolve) => (wake = resolve)), what);
      return frames.shift();
    },
    /** The data of the next event of this name (that satisfies); what comes before it is skipped. */
    async until(name, isGood = () => true) {
      for (;;) {
        const frame = await client.next(name);
        if (frame.kind === 'event' && frame.name === name && isGood(frame.data)) return frame.data;
      }
    },
    /** Sends an event with an acknowledgement callback, which also becomes a frame. */
    ask(name, data) {
      const arrived = (reply, resolve) => {
        if (reply.ok) recorded.push({ kind: 'sent', name, data: data ?? {} });
        take('ack', name, reply);
        resolve(reply);
      };
      return within(new Promise((resolve) => socket.emit(name, ...(data === undefined ? [] : [data]), (reply) => arrived(reply, resolve))), `the acknowledgement of ${name}`);
    },
    send: (name, data) => socket.emit(name, data),
    ended: () => within(new Promise((resolve) => socket.once('disconnect', (reason) => resolve({ reason, active: socket.active }))), 'the end'),
    leave: () => socket.disconnect(),
  };
  clients.add(client);
  socket.onAny((name, data) => take('event', name, data));
  const refused = new Promise((_, reject) => socket.once('connect_error', (error) => reject(Object.assign(error, { active: socket.active }))));
  await within(Promise.race([new Promise((resolve) => socket.once('session', resolve)), refused]), 'a session', DEADLINE_MS);
  client.session = frames.find(({ name }) => name === 'session').data;
  return client;
}
