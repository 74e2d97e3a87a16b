// A self-signed certificate for the tests of one process; its files are removed when the process ends.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The paths of a new certificate for localhost and of its key. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-tls-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { cert, key };
}
