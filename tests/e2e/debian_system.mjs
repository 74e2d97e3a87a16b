// A system to install packages on: this machine's own, with a layer above its files that takes every change and vanishes in the end. Only root
// can have one.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEADLINE_MS = 120_000;

/** Its mounts are in a namespace that ends with this shell, and that with our end of its input. The index of manual pages, which takes long, is not renewed. */
const KEEPER = `
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/changes" "$1/work" "$1/system" "$1/packages"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/system"
mount -t proc proc "$1/system/proc"
mount --rbind /dev "$1/system/dev"
mkdir -p "$1/system/packages"
rm -f "$1/system/var/lib/man-db/auto-update"
mount --bind "$2" "$1/system/packages"
echo ready
exec cat > /dev/null`;

export class DebianSystem {
  /** `packages`: a folder that the system sees as /packages. Throws where the kernel does not allow it. */
  static async open(packages) {
    const folder = mkdtempSync(join(tmpdir(), 'fourfall-debian-'));
    const keeper = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', KEEPER, 'keeper', folder, packages], { stdio: ['pipe', 'pipe', 'pipe'] });
    let trouble = '';
    keeper.stderr.on('data', (chunk) => (trouble += chunk));
    const isReady = await Promise.race([once(keeper.stdout, 'data').then(() => true), once(keeper, 'close').then(() => false)]);
    if (!isReady) {
      rmdirSync(folder);
      throw new Error(trouble.trim());
    }
    return new DebianSystem(folder, keeper);
  }

  constructor(folder, keeper) {
    Object.assign(this, { folder, keeper });
  }

  /** The words that run a command inside. */
  words(...command) {
    const [program, ...args] = command;
    return ['nsenter', `--mount=/proc/${this.keeper.pid}/ns/mnt`, 'chroot', join(this.folder, 'system'), program, ...args];
  }

  /** Runs a command to its end. */
  run(...command) {
    const [program, ...args] = this.words('env', 'DEBIAN_FRONTEND=noninteractive', 'LC_ALL=C.UTF-8', ...command);
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: DEADLINE_MS });
    return { status, stdout, stderr };
  }

  /** Runs a command that must succeed, and returns what it says. */
  do(...command) {
    const { status, stdout, stderr } = this.run(...command);
    if (status !== 0) throw new Error(`${command.join(' ')}: ${status}\n${stdout}${stderr}`);
    return stdout;
  }

  /** A shell script. */
  sh(script) {
    return this.do('sh', '-ec', script);
  }

  /** Files and folders that differ from this machine's: those that came or changed. */
  changes() {
    const layer = join(this.folder, 'changes');
    const { stdout } = spawnSync('nsenter', [`--mount=/proc/${this.keeper.pid}/ns/mnt`, 'find', layer, '-mindepth', '1', '-not', '-type', 'c'], { encoding: 'utf8', timeout: DEADLINE_MS });
    return stdout.trimEnd().split('\n').map((name) => name.slice(layer.length));
  }

  async close() {
    this.keeper.stdin.end();
    await once(this.keeper, 'close');
    rmdirSync(this.folder);
  }
}
