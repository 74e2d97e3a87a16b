// Redis for the tests: a real server in a temporary folder.
import { connect } from 'node:net';
import { within } from '../e2e/websocket_client.mjs';
import { ADDRESS, launch, makeFolder } from './processes.mjs';

/** Starts a server that keeps nothing on the disk: after a restart it is empty. `tls` ({ca, cert, key}): it speaks TLS only. */
export async function startRedis({ port = 6379, password, tls } = {}) {
  const folder = makeFolder('redis');
  const redis = { port, process: null, url: tls ? `rediss://${ADDRESS}:${port}?ca=${tls.ca}` : `redis://${ADDRESS}:${port}` };
  const at = tls
    ? ['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no', '--tls-ca-cert-file', tls.ca, '--tls-cert-file', tls.cert, '--tls-key-file', tls.key]
    : ['--port', String(port)];
  const args = [...at, ...(password ? ['--requirepass', password] : []), '--bind', ADDRESS, '--dir', folder, '--save', '', '--appendonly', 'no', '--daemonize', 'no', '--databases', '1'];
  redis.start = async () => {
    redis.process = await launch('redis-server', args, { ready: /Ready to accept connections/ });
  };
  redis.stop = () => redis.process.end('SIGTERM');
  redis.kill = () => redis.process.end('SIGKILL');
  redis.freeze = () => redis.process.signal('SIGSTOP');
  redis.thaw = () => redis.process.signal('SIGCONT');
  /** One command; gives the raw answer. */
  redis.command = (...words) => {
    const text = `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`).join('')}`;
    const asked = new Promise((resolve, reject) => {
      const socket = connect(port, ADDRESS, () => socket.write(text));
      socket.setEncoding('utf8').once('data', (answer) => {
        socket.destroy();
        resolve(answer.trim());
      });
      socket.on('error', reject);
    });
    return within(asked, `the answer to ${words.join(' ')}`);
  };
  await redis.start();
  return redis;
}
