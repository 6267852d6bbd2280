import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/sampling.ts'
import { parseWithLines } from './json-with-lines/contract.ts'

const faultIn = (text: string) => {
  const parsed = parseWithLines(text, { uniqueNames: true })
  return 'fault' in parsed ? parsed.fault : undefined
}

test('JSON is read the way JavaScript reads it', () => {
  assert(
    property(anything({ withNullPrototype: false }), value => {
      for (const text of [JSON.stringify(value) ?? 'null', JSON.stringify(value, null, 2) ?? 'null']) {
        const parsed = parseWithLines(text)
        const [read, wanted] =
          'fault' in parsed ? [parsed.fault.sentence, 'It is nested too deep.'] : [parsed.value, JSON.parse(text)]
        expect(read).toEqual(wanted)
      }
    }),
    { numRuns: runs(900) },
  )
})

test('what JSON.parse refuses is refused, however it is cut off or spoilt', () => {
  const whole = JSON.stringify({ a: [1, { b: 'x\n"' }, null, true], c: -1.5e3 }, null, 1)
  for (let end = 0; end < whole.length; end += 1) expect(faultIn(whole.slice(0, end))).toBeDefined()
  for (const text of ['{"a":1,}', '[1,]', '{a:1}', '01', '{"a" 1}', '1 2', "{'a':1}", '[1 2]', '"\\x"', '-'])
    expect(faultIn(text)).toBeDefined()
})

test('each part has its line, and a fault the line it is in', () => {
  const parsed = parseWithLines('{\n  "name": "x",\n  "team": [\n    { "name": "y" }\n  ]\n}')
  const paths = [[], ['name'], ['team'], ['team', 0], ['team', 0, 'name'], ['team', 0, 'role']]
  expect('fault' in parsed ? parsed : paths.map(path => parsed.lineOf(path))).toEqual([1, 2, 3, 4, 4, 4])
  expect(faultIn('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({ line: 3, sentence: 'There should be a comma or } here.' })
  expect(faultIn('{\n  "a": 1,\n  "a": 2\n}')).toMatchObject({ line: 3, sentence: '"a" is there twice.' })
  expect(faultIn('{\n  "a": [1,\n')).toMatchObject({
    line: 3,
    sentence: 'It ends too early: something is missing here.',
  })
})

test('of a name that occurs twice the last value counts, unless that is refused', () => {
  expect(parseWithLines('{"a": 1, "a": 2}')).toMatchObject({ value: { a: 2 } })
})

test('__proto__ is an ordinary name', () => {
  const parsed = parseWithLines('{"__proto__": 1}')
  expect('value' in parsed && Object.keys(parsed.value as object)).toEqual(['__proto__'])
})
