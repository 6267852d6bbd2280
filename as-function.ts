import { parseSync, Visitor } from 'vite'

/** What a file of the program offers to the others, each by a function: the last statements of the file. */
const offers = /(?:Object\.defineProperty\(exports,"[\w$]+",\{enumerable:true,get:function\(\)\{return [\w$]+\}\}\);)+$/
const offer = /defineProperty\(exports,"([\w$]+)",\{enumerable:true,get:function\(\)\{return ([\w$]+)\}\}\);/g

/** @returns every name that is given another value somewhere, whichever variable of that name it is */
function reassigned(code: string): Set<string> {
  const found = new Set<string>()
  const targets = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(targets)
    else if (typeof node === 'object' && node !== null && 'type' in node) {
      if (node.type === 'Identifier' && 'name' in node) found.add(String(node.name))
      else if (node.type !== 'MemberExpression') Object.values(node).forEach(targets)
    }
  }
  const loop = ({ left }: { left: { type: string } }) => left.type !== 'VariableDeclaration' && targets(left)
  new Visitor({
    AssignmentExpression: ({ left }) => targets(left),
    UpdateExpression: ({ argument }) => targets(argument),
    ForInStatement: loop,
    ForOfStatement: loop,
  }).visit(parseSync('program.js', code, { lang: 'js', sourceType: 'script' }).program)
  return found
}

/**
 * What never changes is offered as it is: reading it takes no call. It is one literal, so that V8 knows the place of each,
 * where it would search for them among more than 128 that are added one by one.
 */
function offerValues(code: string): string {
  const changing = reassigned(code)
  return code.replace(offers, statements => {
    const found = [...statements.matchAll(offer)]
    const values = found.filter(([, , name = '']) => !changing.has(name)).map(([, key, name]) => `${key}:${name}`)
    const others = found.filter(([, , name = '']) => changing.has(name)).map(([statement]) => `Object.${statement}`)
    return `module.exports=exports={${values.join(',')}};${others.join('')}`
  })
}

/**
 * Makes a file of the program a function for `src/bundled.ts` to run, under the rules that modules have.
 * @throws Error where it offers what it has in a way that is not known here
 */
export function asFunction({ fileName, isEntry }: { fileName: string; isEntry: boolean }, code: string): string {
  if (!isEntry && !offers.test(code)) throw new Error(`${fileName} offers what it has in another way`)
  return `(function(exports,require,module,__filename,__dirname){"use strict";${offerValues(code)}})`
}
