// A TCP proxy between a TLS client and a server: it counts the records that pass, delays them, and ends connections rudely.
import { once } from 'node:events';
import net from 'node:net';
import { within } from './websocket_client.mjs';

export const RECORD = { ALERT: 21, HANDSHAKE: 22, DATA: 23 };

/** Takes whole TLS records off a stream and collects their types. */
function recordReader(types) {
  let kept = Buffer.alloc(0);
  return (data) => {
    kept = Buffer.concat([kept, data]);
    while (kept.length >= 5 && kept.length >= 5 + kept.readUInt16BE(3)) {
      types.push(kept[0]);
      kept = kept.subarray(5 + kept.readUInt16BE(3));
    }
  };
}

/** A proxy for one connection. `types`: the records the server has sent. hold() keeps what the client sends; release(size) sends it
 * to the server in pieces of `size` bytes, or at once. */
export async function proxyTo(port) {
  const proxy = { types: [], held: null };
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  proxy.port = listener.address().port;
  const ready = once(listener, 'connection').then(([client]) => {
    listener.close();
    const server = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const read = recordReader(proxy.types);
    Object.assign(proxy, { client, server });
    client.on('data', (data) => (proxy.held ? proxy.held.push(data) : server.write(data)));
    server.on('data', (data) => {
      read(data);
      client.write(data);
    });
    client.on('end', () => server.end()).on('error', () => server.destroy());
    server.on('end', () => client.end()).on('error', () => client.destroy());
    return within(once(server, 'connect'), 'the connection of the proxy');
  });
  proxy.ready = () => within(ready, 'a client of the proxy');
  proxy.hold = () => (proxy.held = []);
  /** Waits until more than this many bytes are held. */
  proxy.holds = async (size) => {
    while (Buffer.concat(proxy.held).length <= size) await within(once(proxy.client, 'data'), `${size} bytes to hold`);
  };
  proxy.release = async (size = Infinity) => {
    const bytes = Buffer.concat(proxy.held);
    proxy.held = null;
    for (let at = 0; at < bytes.length; at += size) await new Promise((sent) => proxy.server.write(bytes.subarray(at, at + size), sent));
  };
  proxy.destroy = () => [proxy.client, proxy.server].forEach((socket) => socket?.destroy());
  return proxy;
}
