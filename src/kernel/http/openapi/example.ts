import { isRecord } from '#contract'
import type { JsonSchema } from './schema.ts'

/** Example texts that match the patterns of contracts; the first that fits is used. */
const texts = [
  'text',
  '100000000000000001',
  '#068ADD',
  'https://example.com/',
  'example.com',
  'spam',
  '.',
  'a',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
]
/** Example values by the name of the property, used if the schema allows them. */
const byName: readonly (readonly [RegExp, unknown])[] = [
  [/(^|[a-z])(id|Id|ids|Ids)$/, '100000000000000001'],
  [/channel/i, '100000000000000001'],
  [/(^at|At)$/, 1_767_225_600_000],
  [/(url|image)$/i, 'https://example.com/picture.png'],
  [/username|name$/i, 'Ada'],
]

const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const typesOf = ({ type }: JsonSchema): unknown[] => (Array.isArray(type) ? type : [type])
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function fitsText({ pattern, minLength, maxLength, format }: JsonSchema, text: string): boolean {
  if (format === 'uri' && !URL.canParse(text)) return false
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return false
  return text.length >= (numberOf(minLength) ?? 0) && text.length <= (numberOf(maxLength) ?? Number.POSITIVE_INFINITY)
}

function fitsNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema, value: number): boolean {
  if (value <= (numberOf(exclusiveMinimum) ?? Number.NEGATIVE_INFINITY)) return false
  return (
    value >= (numberOf(minimum) ?? Number.NEGATIVE_INFINITY) && value <= (numberOf(maximum) ?? Number.POSITIVE_INFINITY)
  )
}

/** Returns a realistic value that the schema accepts. @param name the name of its property */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { examples, default: usual, const: only, enum: choices, anyOf, oneOf, properties, items } = schema
  if (Array.isArray(examples)) return examples[0]
  if (only !== undefined) return only
  if (usual !== undefined) return usual
  if (Array.isArray(choices)) return choices[0]
  const options = [...schemasIn(anyOf), ...schemasIn(oneOf)]
  const telling = options.find(
    option => option['const'] === undefined && !typesOf(option).every(type => type === 'null'),
  )
  if (options.length > 0) return exampleOf(telling ?? options[0] ?? {}, name)

  const types = typesOf(schema)
  const named = byName.filter(([pattern]) => pattern.test(name)).map(([, value]) => value)
  if (types.includes('string')) {
    const candidates = [...named.filter(value => typeof value === 'string'), ...texts]
    return candidates.find(text => fitsText(schema, text)) ?? 'text'
  }
  if (types.includes('integer') || types.includes('number')) {
    const candidates = [...named.filter(value => typeof value === 'number'), 1, numberOf(schema['minimum']) ?? 0]
    return candidates.find(value => fitsNumber(schema, value)) ?? 0
  }
  if (types.includes('boolean')) return true
  if (types.includes('array')) return isRecord(items) ? [exampleOf(items, name)] : []
  if (isRecord(properties))
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => [key, exampleOf(isRecord(value) ? value : {}, key)]),
    )
  return types.includes('object') ? {} : null
}
