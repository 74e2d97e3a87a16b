// libfourfall.so as other programs use it: its symbols, its description, C++, and CMake's find_package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { path } from './server_process.mjs';

const VERSION = /^#define FF_VERSION "(.+)"$/m.exec(readFileSync(path('include/fourfall.h'), 'utf8'))[1];
const SO = path(`build/libfourfall.so.${VERSION}`);
function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000, ...options });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

let folder;
before(() => { folder = mkdtempSync(join(tmpdir(), 'fourfall-shared-')); });
after(() => rmSync(folder, { recursive: true }));

describe('the binary interface', () => {
  test('is what packaging/abi, the symbols file and the Python module say', () => run(path('tools/abi.mjs'), ['--check']));

  test('exports exactly the functions and variables of the header, with a version', () => {
    const wanted = [...readFileSync(path('packaging/abi/fourfall.abi'), 'utf8').matchAll(/^(?:function|variable) .*?\b(ff_\w+)(?:\(|$)/gm)].map(([, name]) => `${name}@@FOURFALL_0`);
    const found = run('nm', ['--dynamic', '--defined-only', SO]).trimEnd().split('\n').map((line) => line.split(' ').at(-1)).filter((name) => name !== 'FOURFALL_0');
    assert.ok(wanted.length > 60);
    assert.deepEqual(found.sort(), wanted.sort());
    assert.match(run('readelf', ['-d', SO]), /soname: \[libfourfall\.so\.0\]/);
  });

  for (const [what, from, to, line] of [
    ['a field that is added', 'int width, height, depth, connect;', 'int width, height, depth, connect, extra;', 'struct ff_board: 20 bytes, aligned to 4'],
    ['a parameter of another type', 'int ff_book_ply(const ff_book *book);', 'long ff_book_ply(const ff_book *book);', 'function long ff_book_ply(const ff_book *book)'],
    ['an error in the middle', 'X(E_SPACE, ', 'X(E_NEW, "New") \\\n X(E_SPACE, ', 'enum ff_err: FF_E_SPACE = 2'],
  ])
    test(`${what} changes the description`, () => {
      const header = readFileSync(path('include/fourfall.h'), 'utf8');
      assert.ok(header.includes(from));
      const changed = join(folder, 'fourfall.h');
      writeFileSync(changed, header.replace(from, to));
      const text = run(path('tools/abi.mjs'), ['--print', changed]);
      assert.ok(text.split('\n').includes(line), line);
      assert.ok(!readFileSync(path('packaging/abi/fourfall.abi'), 'utf8').split('\n').includes(line));
    });
});

const PROGRAM = `#include <fourfall.h>
#include <stdio.h>
int main(void) {
    ff_rules rules;
    ff_game game;
    char words[100];
    ff_text text = ff_text_on(words, sizeof words);
    if (ff_notation_read(&game, &rules, "7x6:1212121", 11, NULL) != FF_OK) return 1;
    (void)ff_status_write(&text, &game.position, NULL);
    printf("%s %s\\n", words, ff_version());
    return 0;
}
`;
const SAYS = `Player 1 Wins! ${VERSION}\n`;

describe('a C++ program', () => {
  for (const standard of ['c++11', 'c++17', 'c++20'])
    test(`compiles with ${standard} without a warning, and runs`, () => {
      writeFileSync(join(folder, 'user.cpp'), PROGRAM);
      run('g++', [`-std=${standard}`, '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-I', path('include'), '-o', join(folder, 'user'), join(folder, 'user.cpp'), path('build/libfourfall.so')]);
      assert.equal(run(join(folder, 'user'), [], { env: { LD_LIBRARY_PATH: path('build') } }), SAYS);
    });
});

describe('find_package(fourfall)', () => {
  const configure = (lines, name) => {
    const prefix = join(folder, 'prefix'), project = join(folder, name);
    mkdirSync(join(prefix, 'lib/cmake/fourfall'), { recursive: true });
    mkdirSync(join(prefix, 'include'), { recursive: true });
    mkdirSync(project);
    copyFileSync(path('include/fourfall.h'), join(prefix, 'include/fourfall.h'));
    copyFileSync(path('build/libfourfall.a'), join(prefix, 'lib/libfourfall.a'));
    copyFileSync(SO, join(prefix, `lib/libfourfall.so.${VERSION}`));
    try { symlinkSync(`libfourfall.so.${VERSION}`, join(prefix, 'lib/libfourfall.so.0')); } catch { /* of the test before */ }
    for (const part of ['fourfall-config', 'fourfall-config-version'])
      writeFileSync(join(prefix, `lib/cmake/fourfall/${part}.cmake`), readFileSync(path(`packaging/cmake/${part}.cmake.in`), 'utf8').replaceAll('@VERSION@', VERSION).replaceAll('@SO_NUMBER@', '0'));
    writeFileSync(join(project, 'user.c'), PROGRAM);
    writeFileSync(join(project, 'CMakeLists.txt'), `cmake_minimum_required(VERSION 3.13)\nproject(user C)\n${lines}\n`);
    return { project, result: spawnSync('cmake', ['-S', project, '-B', join(project, 'build'), `-DCMAKE_PREFIX_PATH=${prefix}`], { encoding: 'utf8', timeout: 60_000 }) };
  };

  test('gives the shared and the static library', () => {
    const { project, result } = configure('find_package(fourfall 0.1 REQUIRED COMPONENTS shared static)\nforeach(kind fourfall shared static)\nadd_executable(user_${kind} user.c)\ntarget_link_libraries(user_${kind} fourfall::${kind})\nendforeach()', 'good');
    assert.equal(result.status, 0, result.stderr);
    run('cmake', ['--build', join(project, 'build')]);
    for (const kind of ['fourfall', 'shared', 'static']) {
      assert.equal(run(join(project, 'build', `user_${kind}`), []), SAYS);
      assert.equal(/libfourfall\.so\.0/.test(run('readelf', ['-d', join(project, 'build', `user_${kind}`)])), kind !== 'static', kind);
    }
  });

  for (const [what, call] of [['another minor version', '0.2'], ['a newer version', '1.0'], ['an unknown component', 'COMPONENTS python']])
    test(`refuses ${what}`, () => {
      const { result } = configure(`find_package(fourfall ${call.startsWith('C') ? `REQUIRED ${call}` : `${call} REQUIRED`})`, `bad-${call.replace(/\W/g, '')}`);
      assert.notEqual(result.status, 0);
      assert.match(result.stderr, /fourfall/);
    });
});
