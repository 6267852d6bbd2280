import { Script } from 'node:vm'
import { expect, test } from 'vitest'
import { asFunction } from '../as-function.ts'

const offer = (key: string, name: string) =>
  `Object.defineProperty(exports,"${key}",{enumerable:true,get:function(){return ${name}}});`

const run = (code: string) => {
  const module = { exports: {} as Record<string, unknown> }
  const body = new Script(asFunction({ fileName: 'a.js', isEntry: false }, code)).runInThisContext() as (
    ...given: unknown[]
  ) => void
  body(module.exports, undefined, module)
  return module.exports
}

test('exports are plain values, or the current values of variables that are assigned elsewhere', () => {
  const changes = ['c=2', '[c]=[2]', '({c}={c:2})', 'c++', 'for(c of[2]);'].map(change => `set=()=>{${change}}`)
  for (const change of changes) {
    const offered = run(`var k=1,c=1,${change};${offer('a', 'k')}${offer('b', 'c')}${offer('d', 'set')}`)
    ;(offered['d'] as () => void)()
    expect(offered).toEqual({ a: 1, b: 2, d: expect.any(Function) })
    expect(Object.getOwnPropertyDescriptor(offered, 'a')).toHaveProperty('value', 1)
  }
})

test('a file that exports in another way is refused', () => {
  expect(() => asFunction({ fileName: 'a.js', isEntry: false }, 'exports.a=1')).toThrow('a.js offers')
})
