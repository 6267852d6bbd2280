import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { createSoundness, type Schema } from './soundness.ts'

/** Each boat may tow others. */
const boat: Schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2 },
    towed: { type: 'array', items: { $ref: 'boat.json' } },
  },
}

const schemas: Schema[] = [
  {},
  { description: 'What remarks say counts for nothing.', title: 'A', format: 'date', contentEncoding: 'base64' },
  ...['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'].map(type => ({ type })),
  { type: ['string', 'null'] },
  { const: 3 },
  { const: 'reef' },
  { type: 'integer', enum: [3, 5] },
  { enum: ['reef', null] },
  { anyOf: [{ type: 'null' }, { type: 'string' }] },
  { allOf: [{ type: 'number' }, { minimum: 3 }] },
  { properties: { name: { type: 'string' } }, additionalProperties: false },
  { properties: { name: {} }, additionalProperties: { type: 'integer' } },
  { additionalProperties: { type: 'integer' } },
  { required: ['name', 'masts'] },
  { items: { type: 'integer' } },
  { type: 'array', uniqueItems: true },
  { uniqueItems: false },
  { minimum: 3 },
  { maximum: 3 },
  { minLength: 3 },
  { maxLength: 3 },
  { minItems: 2 },
  { maxItems: 2 },
  { minProperties: 2 },
  { maxProperties: 1 },
  { pattern: '^[a-z]+$' },
  { $ref: 'boat.json' },
  { $ref: 'boat.json', required: ['masts'] },
]

const plain = [undefined, null, true, false, 0, -1, 2, 3, 5, 2.5]
const texts = ['', 'a', 'reef', 'Reef', '3', '⛵⛵⛵', '🚣🚣🚣', '🚣🚣🚣🚣', '👩‍🚀', '\uD83D\uD83D\uD83D\uD83D']
const lists = [[], [1], [1, 2], [1, 1], [1, 'a'], ['a', 'b', 'c'], [null]]
const objects = [
  {},
  { name: 'Petrel' },
  { name: null },
  { name: 'Petrel', masts: 2 },
  { masts: 2 },
  { name: 3, masts: 2 },
  { name: 'Petrel', masts: undefined },
  { name: 'Petrel', colour: 'red' },
  { name: 'Tern', masts: 1, towed: [{ name: 'Auk', towed: [] }] },
  { name: 'Tern', towed: [{ name: 'A' }] },
]
const values: unknown[] = [...plain, ...texts, ...lists, ...objects]

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ $id: 'boat.json', ...boat })
const soundness = createSoundness(reference => (reference === 'boat.json' ? boat : undefined))

test.each(schemas.map(schema => [JSON.stringify(schema), schema] as const))(
  '%s accepts exactly what ajv accepts',
  (_, schema) => {
    const judge = ajv.compile(schema)
    expect(values.filter(soundness(schema))).toEqual(values.filter(value => judge(value)))
  },
)

test('what cannot be judged is not called sound', () => {
  const cannot: [Schema, unknown][] = [
    [{ uniqueItems: true }, [{ name: 'Auk' }, { name: 'Tern' }]],
    [{ type: 'number' }, Number.NaN],
    [{ const: { name: 'Auk' } }, { name: 'Auk' }],
    [{ enum: [['Auk']] }, ['Auk']],
    [{ patternProperties: { '^n': { type: 'string' } } }, {}],
    [{ minimum: '3' }, 4],
    [{ type: 'vessel' }, 'Auk'],
    [{ $ref: 'harbour.json' }, 'Auk'],
  ]
  expect(cannot.filter(([schema, value]) => soundness(schema)(value))).toEqual([])
})
