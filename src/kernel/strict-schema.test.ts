import { expect, test } from 'vitest'
import { z } from 'zod'
import { onOff } from '#contract'
import { fieldSentences, joined, sentence } from '#kit/validation-messages.ts'
import { strict } from './strict-schema.ts'

const schema = z.object({
  name: z.string('Give it a name.').max(5, 'Shorter.'),
  on: onOff.optional(),
  size: z.int().min(1).max(9).default(3),
  kind: z.enum(['a', 'b']).optional(),
  list: z
    .array(z.object({ id: z.string() }))
    .max(2)
    .optional(),
  deep: z
    .object({ inner: z.object({ x: z.number() }) })
    .nullable()
    .optional(),
  either: z
    .discriminatedUnion('t', [z.object({ t: z.literal(1), a: z.string() }), z.object({ t: z.literal(2) })])
    .optional(),
})
const fieldsOf = (value: unknown) => {
  const parsed = strict(schema).safeParse(value, { error: sentence })
  return parsed.success ? parsed.data : fieldSentences(parsed.error)
}

test('valid input is parsed with its defaults and transformations', () => {
  expect(fieldsOf({ name: 'x', on: 'off', deep: null, either: { t: 2 } })).toEqual({
    name: 'x',
    on: false,
    size: 3,
    deep: null,
    either: { t: 2 },
  })
})

test('an unknown key is refused at every depth, by its name', () => {
  expect(fieldsOf({ name: 'x', admin: true })).toEqual({ admin: 'There is no field "admin" here.' })
  expect(fieldsOf({ name: 'x', admin: true, y: 1 })).toEqual({
    admin: 'There is no field "admin" here.',
    y: 'There is no field "y" here.',
  })
  expect(fieldsOf({ name: 'x', list: [{ id: '1', y: 1 }] })).toEqual({ 'list.0.y': 'There is no field "y" here.' })
  expect(fieldsOf({ name: 'x', deep: { inner: { x: 1, z: 1 } } })).toHaveProperty(['deep.inner.z'])
  expect(fieldsOf({ name: 'x', either: { t: 1, a: '', b: 1 } })).toHaveProperty(['either.b'])
})

test('each invalid field has one sentence, its own where the schema gives one', () => {
  expect(fieldsOf({ size: 99, on: 1, kind: 'c', list: 'no' })).toEqual({
    name: 'Give it a name.',
    size: '"size" is too large: at most 9.',
    on: '"on" must be on or off.',
    kind: '"kind" must be one of a, b.',
    list: '"list" must be a list.',
  })
  expect(fieldsOf({ name: 'too long', list: [1, 2, 3] })).toMatchObject({
    name: 'Shorter.',
    list: '"list" is too long: at most 2.',
  })
  expect(fieldsOf([])).toEqual({ '': 'The body must be an object.' })
  expect(fieldsOf(null)).toEqual({ '': 'The body must be an object.' })
})

test('an error about the whole is reported once', () => {
  expect(joined({ a: 'One.', b: 'Two.', c: 'One.' })).toBe('One. Two.')
  expect(joined({ a: 'One' })).toBe('One')
  expect(joined({ a: 'One', b: 'Two?', c: 'Three' })).toBe('One. Two? Three.')
})

test('a body that tries to reach the prototype has an unknown key', () => {
  expect(fieldsOf(JSON.parse('{"name":"x","__proto__":{"admin":true}}'))).not.toHaveProperty('admin')
  expect(fieldsOf(JSON.parse('{"name":"x","constructor":1}'))).toEqual({
    constructor: 'There is no field "constructor" here.',
  })
})
