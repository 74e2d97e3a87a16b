// `fourfall completion`: the scripts, loaded by the shells themselves. What they offer is compared with what the help says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { path } from './server_process.mjs';

const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const DEADLINE_MS = 60_000;
const LEVELS = ['easy', 'greedy', 'hard', 'medium', 'perfect', 'random'];
const STYLES = ['aggressive', 'balanced', 'defensive'];

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: DEADLINE_MS, ...options });
  assert.equal(error, undefined, `${command} ${args.join(' ')}`);
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const fourfall = (...args) => run(PROGRAM, args);
const commands = [...fourfall('--help').matchAll(/^ {2}([a-z]+) +\S/gm)].map(([, name]) => name).filter((name) => name !== 'fourfall');
const optionsOf = (command) => [...fourfall(command, '--help').matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name);

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'fourfall-completion-'));
  mkdirSync(join(folder, 'a folder'));
  writeFileSync(join(folder, 'a file.db'), '');
  mkdirSync(join(folder, 'site'));
  for (const [shell, name] of [['bash', 'fourfall'], ['zsh', 'site/_fourfall'], ['fish', 'fourfall.fish']]) writeFileSync(join(folder, name), fourfall('completion', shell));
});
after(() => rmSync(folder, { recursive: true }));

/** The words as bash splits them: "=" is one of its own. */
const bashWords = (line) => line.split(' ').flatMap((word) => word.split(/(=)/).filter((part, i) => part !== '' || i === 0));

/** What bash offers for each line, after the script was loaded without any other. */
function inBash(lines) {
  const quote = (word) => `'${word}'`;
  const calls = lines.map((line) => `COMP_WORDS=(${bashWords(line).map(quote).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _fourfall; printf '%s\\n' "\${COMPREPLY[@]}" ---`);
  return run('bash', ['--norc', '--noprofile', '-c', `set -u; source ${quote(join(folder, 'fourfall'))}; complete -p fourfall > /dev/null || exit 1\n${calls.join('\n')}`], { cwd: folder });
}

function inFish(lines) {
  const calls = lines.map((line) => `complete -C '${line}' | string replace -r '\\t.*' ''; echo ---`);
  return run('fish', ['--no-config', '-c', `source ${join(folder, 'fourfall.fish')}\n${calls.join('\n')}`], { cwd: folder, env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder } });
}

/** Zsh completes in a terminal only: one runs inside another, and a widget writes down what the completion adds. */
function inZsh(lines) {
  writeFileSync(join(folder, 'inner.zsh'), `
fpath=(${join(folder, 'site')} $fpath)
autoload -Uz compinit && compinit -D -u
PS1=
compadd() {
  local -a found; builtin compadd -O found "$@"
  print -rl -- $found >> ${join(folder, 'offered')}
  builtin compadd "$@"
}
note() { print -r -- --- >> ${join(folder, 'offered')}; BUFFER= }
zle -N note; bindkey '^X' note
print ready
`);
  writeFileSync(join(folder, 'offered'), '');
  writeFileSync(join(folder, 'outer.zsh'), `
zmodload zsh/zpty
zpty inner "zsh -f -i"
zpty -w inner "source ${join(folder, 'inner.zsh')}"
zpty -r -m inner seen '*ready*' || exit 1
${lines.map((line) => `zpty -n -w inner $'${line}\\t\\C-x'`).join('\n')}
zpty -w inner "print fini''shed"
zpty -r -m inner seen '*finished*' || exit 1
zpty -d inner
cat ${join(folder, 'offered')}
`);
  return run('zsh', ['-f', join(folder, 'outer.zsh')], { cwd: folder });
}

for (const [shell, offer] of [['bash', inBash], ['zsh', inZsh], ['fish', inFish]])
  describe(`completion in ${shell}`, () => {
    const LINES = {
      commands: 'fourfall ', begun: 'fourfall re', level: 'fourfall play --level ', styled: 'fourfall play --style d', board: 'fourfall analyse --board c', equals: 'fourfall match --a=p',
      path: 'fourfall solve --path ', first: 'fourfall book ', help: 'fourfall help s', folders: 'fourfall backup --data ', files: 'fourfall restore ', word: 'fourfall serve --durability ', shells: 'fourfall completion ',
      ...Object.fromEntries(commands.map((name) => [`options of ${name}`, `fourfall ${name} --`])),
    };
    let offered;
    before(() => {
      const answers = offer(Object.values(LINES)).split(/^---\n/m).slice(0, -1);
      assert.equal(answers.length, Object.keys(LINES).length);
      offered = Object.fromEntries(Object.keys(LINES).map((key, i) => [key, [...new Set(answers[i].split('\n').filter(Boolean).map((word) => word.replace(/^--[a-z-]+=(?=.)/, '').replace(/=$|\/$/, '').replace(/\\(.)/g, '$1')))].sort()]));
    });
    const only = (key, wanted) => assert.deepEqual(offered[key].filter((word) => wanted.includes(word)), [...wanted].sort(), `${key}: ${offered[key]}`);
    const exactly = (key, wanted) => assert.deepEqual(offered[key], [...wanted].sort());

    test('offers every command', () => only('commands', commands));
    test('offers the commands that fit what was begun', () => exactly('begun', ['restore', 'review']));
    test('offers the levels of the core', () => exactly('level', LEVELS));
    test('offers the styles that begin so', () => exactly('styled', STYLES.filter((name) => name.startsWith('d'))));
    test('offers boards', () => exactly('board', ['classic', 'cube']));
    test('offers a value behind an equals sign', () => exactly('equals', ['perfect']));
    test('offers the values of an option that has few', () => exactly('path', ['avx2', 'general', 'plain']));
    test('offers the values of a setting that has two', () => exactly('word', ['full', 'normal']));
    test('offers the first word of a command that has several forms', () => only('first', ['build', 'inspect', 'verify']));
    test('offers shells', () => exactly('shells', ['bash', 'fish', 'zsh']));
    test('offers commands to the command help', () => exactly('help', commands.filter((name) => name.startsWith('s'))));
    test('offers folders, not files, where a folder is wanted', () => {
      assert.ok(offered.folders.includes('a folder'), offered.folders);
      assert.ok(!offered.folders.includes('a file.db'), offered.folders);
    });
    test('offers files where a file is wanted', () => assert.ok(offered.files.includes('a file.db'), offered.files));
    for (const name of commands) test(`offers the options of ${name}, and no others`, () => exactly(`options of ${name}`, [...optionsOf(name), '--help']));
  });

describe('fourfall completion', () => {
  test('refuses another shell, and none', () => {
    for (const [args, says] of [[['tcsh'], /^fourfall: there is completion for bash, zsh and fish, not for 'tcsh'\n$/], [[], /^fourfall: name a shell/]]) {
      const { status, stdout, stderr } = spawnSync(PROGRAM, ['completion', ...args], { encoding: 'utf8' });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, says);
    }
  });

  test('passes shellcheck', () => run('shellcheck', ['--shell=bash', join(folder, 'fourfall')]));
});
