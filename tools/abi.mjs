#!/usr/bin/env node
// The binary interface of the library, read from include/fourfall.h with the C compiler's own answers for sizes and offsets.
//   tools/abi.mjs           writes the files below anew (`make abi`), and says what changed
//   tools/abi.mjs --check   fails if one of them is not what would be written
//   tools/abi.mjs --print   prints the description of another header, or of this one: tools/abi.mjs --print [HEADER]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonModule } from './abi_python.mjs';

const file = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const HEADER = 'include/fourfall.h';
const NODE = 'FOURFALL_0'; // the symbol version; it changes with the number of the shared library
const LIBRARY = 'libfourfall.so.0';

/** The header without comments, macros and includes. */
function preprocess(header) {
  const own = readFileSync(header, 'utf8').replace(/^#include <.*>$/gm, '').replace(/^#define FF_VERSION .*$/m, '');
  return execFileSync('cc', ['-E', '-P', '-x', 'c', '-'], { input: own, encoding: 'utf8' });
}

const tidy = (text) => text.replace(/\s+/g, ' ').replace(/\* /g, '*').replace(/\( /g, '(').replace(/ \)/g, ')').trim();

/** Splits at a separator outside brackets. */
function split(text, separator) {
  const parts = [''];
  let depth = 0;
  for (const c of text) {
    depth += '({['.includes(c) ? 1 : ')}]'.includes(c) ? -1 : 0;
    if (c === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** "const char *type, *name" to [{name: 'type', type: 'const char *'}, …] */
function fields(body) {
  return split(body, ';').flatMap((line) => {
    const pointer = /^(.*?)\(\s*\*\s*(\w+)\s*\)\s*(\(.*\))$/s.exec(line);
    if (pointer) return [{ name: pointer[2], type: tidy(`${pointer[1].trim()} (*)${pointer[3]}`) }];
    const [first, ...more] = split(line, ',');
    const [, base, declarator] = /^((?:const |struct )*\w+)\s*(.*)$/s.exec(first);
    return [declarator, ...more].map((text) => {
      const [, stars, name, array] = /^([*\s]*)(\w+)\s*(.*)$/s.exec(text);
      return { name, type: tidy(`${base} ${stars.replace(/\s/g, '')}${array.replace(/\s/g, '')}`) };
    });
  });
}

function parse(header) {
  const found = { constants: [], enums: [], structs: [], opaque: [], functions: [], variables: [] };
  const members = (body) => split(body, ',').map((item) => /^\w+/.exec(item)[0]);
  for (const statement of split(preprocess(header).replace(/extern "C" \{/, ''), ';')) {
    let match;
    if ((match = /^enum \{(.*)\}$/s.exec(statement))) found.constants.push(...members(match[1]));
    else if ((match = /^typedef enum (\w+) \{(.*)\} \w+$/s.exec(statement))) found.enums.push({ name: match[1], members: members(match[2]) });
    else if ((match = /^typedef struct (\w+) \{(.*)\} \w+$/s.exec(statement))) found.structs.push({ name: match[1], fields: fields(match[2]) });
    else if ((match = /^typedef struct (\w+) \w+$/.exec(statement))) found.opaque.push(match[1]);
    else if ((match = /^extern (const \w+) (\w+)$/.exec(statement))) found.variables.push({ type: match[1], name: match[2] });
    else if ((match = /^([\w\s*]+?)(ff_\w+)\s*\((.*)\)$/s.exec(statement))) found.functions.push({ type: tidy(match[1]), name: match[2], parameters: match[3] === 'void' ? [] : split(tidy(match[3]), ',') });
    else throw new Error(`${header}: cannot read '${tidy(statement)}'`);
  }
  return found;
}

/** What the compiler makes of it: values, sizes, alignments and offsets. */
function measure(found, header) {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-abi-'));
  const lines = ['#include <stdalign.h>', '#include <stdio.h>', `#include "${header}"`, 'int main(void) {'];
  const number = (key, expression) => lines.push(`printf("${key} %lld\\n", (long long)(${expression}));`);
  for (const name of [...found.constants, ...found.enums.flatMap((e) => e.members)]) number(name, name);
  for (const { name } of found.enums) number(`sizeof ${name}`, `sizeof(${name})`);
  for (const struct of found.structs) {
    number(`sizeof ${struct.name}`, `sizeof(${struct.name})`);
    number(`alignof ${struct.name}`, `alignof(${struct.name})`);
    for (const field of struct.fields) {
      number(`${struct.name}.${field.name} at`, `offsetof(${struct.name}, ${field.name})`);
      number(`${struct.name}.${field.name} size`, `sizeof((${struct.name} *)0)->${field.name}`);
    }
  }
  lines.push('return 0; }');
  try {
    writeFileSync(join(folder, 'measure.c'), lines.join('\n'));
    execFileSync('cc', ['-std=c11', '-o', join(folder, 'measure'), join(folder, 'measure.c')], { stdio: ['ignore', 'ignore', 'inherit'] });
    const said = execFileSync(join(folder, 'measure'), { encoding: 'utf8' });
    return new Map(said.trimEnd().split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const BEGIN = `Written by \`make abi\` from ${HEADER}; docs/library.md explains it.`;

/** The description that is compared: one line for everything a compiled program relies on. */
function description(found, value) {
  const lines = [`# The binary interface of ${LIBRARY} where pointers have 64 bits. ${BEGIN}`];
  for (const name of found.constants) lines.push(`constant ${name} = ${value.get(name)}`);
  for (const e of found.enums) lines.push(`enum ${e.name}: ${value.get(`sizeof ${e.name}`)} bytes`, ...e.members.map((name) => `enum ${e.name}: ${name} = ${value.get(name)}`));
  for (const s of found.structs) {
    lines.push(`struct ${s.name}: ${value.get(`sizeof ${s.name}`)} bytes, aligned to ${value.get(`alignof ${s.name}`)}`);
    for (const f of s.fields) lines.push(`struct ${s.name}: ${f.name} at ${value.get(`${s.name}.${f.name} at`)}, ${value.get(`${s.name}.${f.name} size`)} bytes, ${f.type}`);
  }
  for (const v of found.variables) lines.push(`variable ${v.type} ${v.name}`);
  for (const f of found.functions) lines.push(`function ${f.type} ${f.name}(${f.parameters.join(', ') || 'void'})`);
  return `${lines.join('\n')}\n`;
}

const symbols = (found) => [...found.variables, ...found.functions].map(({ name }) => name).sort();

function versionScript(found) {
  return `# What ${LIBRARY} exports, and under which version. ${BEGIN}\n${NODE} {\nglobal:\n${symbols(found).map((name) => `    ${name};\n`).join('')}local:\n    *;\n};\n`;
}

/** Debian's symbols file: every symbol with the first version that has it. */
function symbolsFile(found, path) {
  const version = /^#define FF_VERSION "(.*)"$/m.exec(readFileSync(file(HEADER), 'utf8'))[1];
  const known = new Map(existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(/^ (\w+)@\w+ (\S+)$/gm)].map(([, name, since]) => [name, since]) : []);
  const lines = [NODE, ...symbols(found)].map((name) => ` ${name}@${NODE} ${known.get(name) ?? version}\n`);
  return `${LIBRARY} libfourfall0 #MINVER#\n${lines.join('')}`;
}

/** Prints lines that went or came. A program built earlier breaks on those that went, unless they only moved. */
function report(before, after) {
  const old = new Set(before.split('\n')), now = new Set(after.split('\n'));
  const gone = [...old].filter((line) => line && !now.has(line)), come = [...now].filter((line) => !old.has(line));
  for (const line of gone) console.log(`- ${line}`);
  for (const line of come) console.log(`+ ${line}`);
  if (gone.some((line) => !/^#|_COUNT = /.test(line))) console.log('Lines that went break programs built with an earlier library: before a release give the library a new number (docs/library.md).');
}

const [mode, other] = process.argv.slice(2);
const found = parse(other ?? file(HEADER));
const value = measure(found, other ?? file(HEADER));
const text = description(found, value);
const outputs = [
  ['packaging/abi/fourfall.abi', () => text],
  ['packaging/abi/fourfall.map', () => versionScript(found)],
  ['packaging/debian/libfourfall0.symbols', (path) => symbolsFile(found, path)],
  ['bindings/python/fourfall/_abi.py', () => pythonModule(found, value, BEGIN)],
];
if (mode === '--print') process.stdout.write(text);
else
  for (const [name, write] of outputs) {
    const path = file(name);
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const after = write(path);
    if (before === after) continue;
    if (before && name.endsWith('.abi')) report(before, after);
    if (mode === '--check') {
      console.error(`abi: ${name} does not fit ${HEADER}; see docs/library.md, then run 'make abi'`);
      process.exitCode = 1;
    } else {
      writeFileSync(path, after);
      console.log(`wrote ${name}`);
    }
  }
