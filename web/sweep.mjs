// Removes from the files of a library what the page cannot reach. Bundlers keep every method of a class that is used at
// all; this finds out by name. Something with a name (a declaration, a method, a function that is assigned to `this`, a
// member of a returned object) stays only if its name occurs in code that stays, or in the page itself. Scopes are ignored,
// so too much may stay, but nothing that could be called by its name goes. The library must not put names of functions together
// from pieces.
import { parse } from 'acorn';
import { transformSync } from 'esbuild';

const NAME = /^[A-Za-z_$][\w$]*$/;
/** Called by the language itself. */
const KEPT = new Set(['constructor', 'toString', 'valueOf']);

const isFunction = ({ type }) => /Function/.test(type);
const isPlain = ({ type }) => type === 'Literal' || type === 'Identifier' || type === 'UnaryExpression';
const assignsThis = ({ type, operator, left }) =>
  type === 'AssignmentExpression' && operator === '=' && left.type === 'MemberExpression' && !left.computed && left.object.type === 'ThisExpression';

function* childrenOf(node) {
  for (const [key, value] of Object.entries(node)) {
    if (key === 'type' || value === null || typeof value !== 'object') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (child && typeof child.type === 'string') yield child;
  }
}

/** The leftmost name of `A.prototype.b = …`; null for any other statement. */
function ownerOf(node) {
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return null;
  let at = node.expression.left;
  while (at.type === 'MemberExpression') at = at.object;
  return at.type === 'Identifier' ? at.name : null;
}

/** The name by which a part of the code is reached, and what stands for it when it goes; null: it stays with its surroundings. */
function partOf(node, parent, depth) {
  const isTop = depth === 1;
  if (node.type === 'FunctionDeclaration') return { name: node.id.name, instead: ';' };
  if (node.type === 'ClassDeclaration' && isTop) return { name: node.id.name, instead: ';' };
  if (node.type === 'VariableDeclarator' && depth === 2 && node.id.type === 'Identifier') return { name: node.id.name, instead: `${node.id.name} = 0` };
  if (isTop && ownerOf(node)) return { name: ownerOf(node), instead: ';' };
  if (node.type === 'MethodDefinition' && !node.computed && !KEPT.has(node.key.name)) return { name: node.key.name, instead: '' };
  if (assignsThis(node) && /^(Expression|Sequence)/.test(parent.type) && (isFunction(node.right) || isPlain(node.right)))
    return { name: node.left.property.name, instead: '0' };
  return null;
}

/** The members of `return { a: a, b: b }`, each with the comma behind it. */
function memberParts(node, text) {
  if (node.type !== 'ReturnStatement' || node.argument?.type !== 'ObjectExpression') return [];
  return node.argument.properties.flatMap((member) => {
    const isMember = member.type === 'Property' && !member.computed && (isFunction(member.value) || member.value.type === 'Identifier');
    const comma = /^\s*,/.exec(text.slice(member.end))?.[0].length ?? 0;
    return isMember ? [{ node: member, part: { name: member.key.name, instead: '' }, end: member.end + comma }] : [];
  });
}

/** Splits a file into nested parts, each with the names that occur in it outside of the parts inside. */
function readFile(text) {
  const root = { name: null, parts: [], names: new Set(), flags: new Set(), reads: [] };
  const visit = (node, parent, part, depth, members) => {
    const found = members.get(node) ?? { part: partOf(node, parent, depth), end: node.end };
    let into = part;
    if (found.part) {
      into = { ...found.part, start: node.start, end: found.end, parts: [], names: new Set(), flags: new Set(), reads: [] };
      part.parts.push(into);
    }
    note(node, parent, into);
    if (/^(Import|Export)/.test(node.type)) return;
    const inner = new Map(memberParts(node, text).map((member) => [member.node, member]));
    for (const child of childrenOf(node)) visit(child, node, into, depth + 1, inner.size > 0 ? inner : node.type === 'ObjectExpression' ? members : new Map());
  };
  const tree = parse(text, { ecmaVersion: 'latest', sourceType: 'module' });
  visit(tree, { type: '' }, root, 0, new Map());
  return { text, tree, root };
}

const isFlag = (name) => /^is[A-Z]/.test(name);

function note(node, parent, into) {
  const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : null;
  if (assignsThis(node) && isFlag(node.left.property.name)) into.flags.add(node.left.property.name);
  const isRead = node.type === 'MemberExpression' && !node.computed && isFlag(node.property.name) && isPath(node.object);
  if (isRead && !(parent.type === 'AssignmentExpression' && parent.left === node)) into.reads.push(node);
  // The name of a part is not a use of it.
  const isOwn = into.name === name && (node === parent.id || node === parent.key || node === parent.property);
  if (typeof name === 'string' && NAME.test(name) && !isOwn) into.names.add(name);
}

/** Evaluating `a.b.c` does nothing but reading. */
function isPath(node) {
  if (node.type === 'MemberExpression') return !node.computed && isPath(node.object);
  return node.type === 'Identifier' || node.type === 'ThisExpression';
}

/** Which names are reached. Parts inside a part stay only if that one stays. */
function reach(files, names) {
  const reached = new Set(names);
  const waiting = new Map();
  const enter = (part) => {
    part.isKept = true;
    for (const name of part.names) call(name);
    for (const inner of part.parts) {
      if (reached.has(inner.name)) enter(inner);
      else waiting.set(inner.name, [...(waiting.get(inner.name) ?? []), inner]);
    }
  };
  const call = (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    const parts = waiting.get(name) ?? [];
    waiting.delete(name);
    for (const part of parts) enter(part);
  };
  for (const { root } of files) enter(root);
  return reached;
}

const flatten = (part) => [part, ...part.parts.flatMap(flatten)];

/** Marks of classes that are gone: `x.isFoo` is false wherever nothing that stays sets it. */
function deadFlags(files, names) {
  const parts = files.flatMap(({ root }) => flatten(root));
  const flagsOf = (isKept) => new Set(parts.filter((part) => Boolean(part.isKept) === isKept).flatMap(({ flags, name }) => [...flags, ...(isFlag(name ?? '') ? [name] : [])]));
  const kept = flagsOf(true);
  return new Set([...flagsOf(false)].filter((flag) => !kept.has(flag) && !names.has(flag)));
}

/** Applies changes of ranges, which do not overlap, to a text. */
function edit(text, changes) {
  let at = 0;
  let result = '';
  for (const { start, end, instead } of changes.sort((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + instead;
    at = end;
  }
  return result + text.slice(at);
}

const isGone = (part) => !part.isKept;

function changesOf(part, flags) {
  const reads = part.reads.filter(({ property }) => flags.has(property.name)).map(({ start, end }) => ({ start, end, instead: 'false' }));
  return [...reads, ...part.parts.flatMap((inner) => (isGone(inner) ? [inner] : changesOf(inner, flags)))];
}

/** Imports and exports of declarations that are gone. */
function specifierChanges(tree, gone) {
  const lists = tree.body.filter(({ specifiers }) => specifiers?.length > 0);
  return lists.map((node) => {
    const named = ({ imported, local }) => (imported ?? local).name;
    const kept = node.specifiers.filter((one) => !gone.has(named(one)) && !gone.has(one.local.name)).map((one) => named(one));
    const head = node.type.startsWith('Import') ? 'import' : 'export';
    return { start: node.start, end: node.end, instead: `${head} { ${kept.join(', ')} }${node.source ? ` from ${node.source.raw}` : ''};` };
  });
}

function once(texts, names) {
  const files = texts.map(readFile);
  reach(files, names);
  const flags = deadFlags(files, names);
  const declared = files.flatMap(({ root }) => root.parts);
  const kept = new Set(declared.filter(({ isKept }) => isKept).map(({ name }) => name));
  const gone = new Set(declared.map(({ name }) => name).filter((name) => !kept.has(name)));
  return files.map(({ text, tree, root }) => edit(text, [...changesOf(root, flags), ...specifierChanges(tree, gone)]));
}

/** `texts`: modules of one library. `names`: every name in the page. Repeats until nothing goes any more. */
export function sweep(texts, names) {
  for (let before = Infinity; ; ) {
    texts = once(texts, names).map((text) => transformSync(text, { minifySyntax: true, legalComments: 'none', charset: 'utf8' }).code);
    const size = texts.reduce((sum, text) => sum + text.length, 0);
    if (size >= before) return texts;
    before = size;
  }
}
