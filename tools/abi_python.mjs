// The module bindings/python/fourfall/_abi.py: structs, constants and functions of the library for ctypes.

const PLAIN = {
  int: 'c_int', char: 'c_char', bool: 'c_bool', size_t: 'c_size_t', int8_t: 'c_int8', uint8_t: 'c_uint8', uint16_t: 'c_uint16',
  int64_t: 'c_int64', uint32_t: 'c_uint32', uint64_t: 'c_uint64', void: 'None',
};

function plain(name, found) {
  if (PLAIN[name]) return PLAIN[name] === 'None' ? 'None' : `ctypes.${PLAIN[name]}`;
  if (found.enums.some((e) => e.name === name)) return 'ctypes.c_int';
  if (found.structs.some((s) => s.name === name)) return name;
  throw new Error(`no ctypes type is known for '${name}'`);
}

function pointer(base, found) {
  if (base === 'void' || found.opaque.includes(base)) return 'ctypes.c_void_p';
  return `ctypes.POINTER(${plain(base, found)})`;
}

/** "const char *const names[2]", "uint8_t columns[52]", "ff_text *out", "bool (*f)(void *host)", … */
function type(text, found, value, isParameter) {
  const call = /^(.*?)\(\*\w*\)\((.*)\)$/.exec(text);
  if (call) return isParameter ? `ctypes.CFUNCTYPE(${[call[1].trim(), ...call[2].split(',')].map((t) => type(t.trim(), found, value, true)).join(', ')})` : 'ctypes.c_void_p';
  const words = text.replace(/\bconst\b/g, ' ').trim();
  const [, base, stars] = /^(\w+)\s*([*\s]*)/.exec(words);
  const lengths = [...words.matchAll(/\[(.*?)\]/g)].map(([, length]) => length.replace(/[A-Z]\w+/g, (name) => value.get(name))).map((length) => Function(`return ${length}`)());
  const depth = stars.replace(/\s/g, '').length;
  let made = depth === 0 ? plain(base, found) : base === 'char' && text.startsWith('const ') ? 'ctypes.c_char_p' : pointer(base, found);
  for (let i = 1; i < depth; i++) made = `ctypes.POINTER(${made})`;
  if (lengths.length > 0 && isParameter) return `ctypes.POINTER(${made})`;
  return [made, ...lengths.reverse()].join(' * ');
}

export function pythonModule(found, value, begin) {
  const lines = [`"""The C interface of Fourfall for ctypes. ${begin}"""`, '', '# pylint: skip-file', 'import ctypes', 'import enum', 'from typing import Any', ''];
  for (const name of found.constants) lines.push(`${name} = ${value.get(name)}`);
  for (const e of found.enums) {
    lines.push('', '', `class ${e.name}(enum.IntEnum):`);
    for (const name of e.members) lines.push(`    ${name} = ${value.get(name)}`);
  }
  for (const s of found.structs) {
    lines.push('', '', `class ${s.name}(ctypes.Structure):`, '    _fields_ = [');
    for (const f of s.fields) lines.push(`        ("${f.name}", ${type(f.type, found, value, false)}),`);
    lines.push('    ]');
  }
  lines.push('', '', '# name: (result, parameters)', 'FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {');
  for (const f of found.functions) lines.push(`    "${f.name}": (${type(f.type, found, value, true)}, [${f.parameters.map((p) => type(p.replace(/(\w+)((?:\[\w*\])*)$/, (all, name, array) => array), found, value, true)).join(', ')}]),`);
  lines.push('}', '', 'VARIABLES: dict[str, Any] = {');
  for (const v of found.variables) lines.push(`    "${v.name}": ${v.type.replace('const ', '')},`);
  lines.push('}', '', '# (struct, field): (offset, bytes), as the C compiler places them', 'LAYOUT: dict[tuple[str, str], tuple[int, int]] = {');
  for (const s of found.structs) {
    lines.push(`    ("${s.name}", ""): (0, ${value.get(`sizeof ${s.name}`)}),`);
    for (const f of s.fields) lines.push(`    ("${s.name}", "${f.name}"): (${value.get(`${s.name}.${f.name} at`)}, ${value.get(`${s.name}.${f.name} size`)}),`);
  }
  lines.push('}', '');
  return lines.join('\n');
}
