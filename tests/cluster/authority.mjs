// Certificates for the tests: an authority of their own, and servers that it vouches for.
import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, run } from './processes.mjs';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority; `ca` is its certificate, `issue` gives the files of a server with these names ("DNS:localhost", "IP:127.0.0.1"). */
export async function makeAuthority(name) {
  const folder = makeFolder('authority');
  const [ca, caKey] = [join(folder, 'ca.pem'), join(folder, 'ca.key')];
  await run('openssl', ['req', '-x509', ...KEY, '-days', '2', '-subj', `/CN=${name}`, '-keyout', caKey, '-out', ca]);
  return {
    ca,
    /** The files belong to `user`, and nobody else reads the key. */
    async issue(names, user) {
      const home = makeFolder('certificate', user);
      const [cert, key, wish, extensions] = ['cert.pem', 'key.pem', 'wish.csr', 'extensions'].map((file) => join(home, file));
      writeFileSync(extensions, `subjectAltName=${names.join(',')}\n`);
      await run('openssl', ['req', ...KEY, '-subj', '/CN=server', '-keyout', key, '-out', wish]);
      await run('openssl', ['x509', '-req', '-in', wish, '-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', extensions, '-out', cert]);
      const { uid, gid } = statSync(home);
      for (const file of [cert, key]) {
        writeFileSync(file, readFileSync(file), { mode: 0o600 });
        chownSync(file, uid, gid);
      }
      return { cert, key };
    },
  };
}
