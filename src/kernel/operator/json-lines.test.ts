import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/effort.ts'
import { parseWithLines } from './json-lines.ts'

const problem = (text: string) => {
  try {
    parseWithLines(text)
    return undefined
  } catch (error) {
    return error
  }
}

test('what JSON.parse reads is read alike', () => {
  assert(
    property(jsonValue(), value => {
      for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
        expect(parseWithLines(text).value).toEqual(JSON.parse(text))
    }),
    { numRuns: runs(300) },
  )
})

test('what JSON.parse refuses is refused, however it is cut off or spoilt', () => {
  const whole = JSON.stringify({ a: [1, { b: 'x\n"' }, null, true], c: -1.5e3 }, null, 1)
  for (let end = 0; end < whole.length; end += 1)
    expect(problem(whole.slice(0, end))).toMatchObject({ name: 'JsonProblem' })
  for (const text of [
    '{"a":1,}',
    '[1,]',
    '{a:1}',
    '01',
    '"\u0001"',
    '{"a" 1}',
    '1 2',
    "{'a':1}",
    '[1 2]',
    '"\\x"',
    '-',
  ])
    expect(problem(text)).toMatchObject({ name: 'JsonProblem' })
})

test('each part has its line, and a problem the line it is in', () => {
  const { lines } = parseWithLines('{\n  "name": "x",\n  "team": [\n    { "name": "y" }\n  ]\n}')
  expect(Object.fromEntries(lines)).toEqual({ '': 1, name: 2, team: 3, 'team.0': 4, 'team.0.name': 4 })
  expect(problem('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({
    line: 3,
    message: '"," or "}" is expected here, not """.',
  })
  expect(problem('{\n  "a": 1,\n  "a": 2\n}')).toMatchObject({ line: 3, message: '"a" is in the file twice.' })
  expect(problem('{\n  "a": [1,\n')).toMatchObject({ line: 3, message: 'A value is expected here, but the file ends.' })
})

test('a text as a name of a part is a name, whatever objects are made of', () => {
  expect(Object.keys(parseWithLines('{"__proto__": 1}').value as object)).toEqual(['__proto__'])
})
