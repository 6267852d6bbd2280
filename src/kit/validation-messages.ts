import { z } from 'zod'
import { layersOf, titleOf } from '#contract'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const noField = (key: string) => `There is no field "${key}" here.`

/** The schema of one part of an object, a list or a record; undefined where that depends on the value. */
function partOf(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  for (const layer of layersOf(schema)) {
    if (layer instanceof z.ZodObject) return layer.shape[String(step)] as z.ZodType | undefined
    if (layer instanceof z.ZodArray) return layer.element as z.ZodType
    if (layer instanceof z.ZodRecord) return layer.valueType as z.ZodType
  }
  return undefined
}

/** The schema at a path, as far as it is known. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let part: z.ZodType | undefined = schema
  for (const step of path) part = part && partOf(part, step)
  return part
}

/** A key as people read it: after the field's label, if it has one. */
export function withLabel(key: string, schema: z.ZodType | undefined): string {
  const label = schema && titleOf(schema)
  return label === undefined ? `"${key}"` : `${label} (${key})`
}

/** The field's label with its key, or the key alone. */
function named(path: readonly PropertyKey[] = [], schema?: z.ZodType): string {
  const place = path.findLastIndex(step => typeof step === 'string')
  if (place < 0) return 'The body'
  return withLabel(String(path[place]), schema && schemaAt(schema, path.slice(0, place + 1)))
}

/** Error messages for people, used when a schema has none of its own. Pass as `{ error: sentence }` to a parse. */
export const sentence = (issue: RawIssue): string => sentenceOf(issue)

/**
 * The same, which calls fields by their labels.
 * @param at the path of what is parsed, if that is only a part of what the schema describes
 */
export const sentenceFor =
  (schema: z.ZodType, at: readonly PropertyKey[] = []) =>
  (issue: RawIssue): string =>
    sentenceOf({ ...issue, path: [...at, ...(issue.path ?? [])] }, schema)

function sentenceOf(issue: RawIssue, schema?: z.ZodType): string {
  const name = named(issue.path, schema)
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} must be ${kinds[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `${name} must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return issue.keys.map(noField).join(' ')
    case 'too_big':
      return `${name} is too ${issue.origin === 'string' || issue.origin === 'array' ? 'long' : 'large'}: at most ${issue.maximum}.`
    case 'too_small':
      return `${name} is too ${issue.origin === 'string' || issue.origin === 'array' ? 'short' : 'small'}: ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`
    default:
      return `${name} is not valid.`
  }
}

/** The first message for each field, by its dotted path; an unknown key counts as a field of its own. */
export function fieldSentences(error: z.ZodError): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of error.issues) {
    const found =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(key => ({ path: [...issue.path, key], message: noField(key) }))
        : [{ path: issue.path.length ? issue.path : [''], message: issue.message }]
    for (const { path, message } of found) {
      const name = path.map(String).join('.')
      if (!fields.has(name)) fields.set(name, message)
    }
  }
  return Object.fromEntries(fields)
}

/**
 * Joins all messages into one text, each once. Ends each with a period if there are several, so that they can be told
 * apart.
 */
export function joined(fields: Record<string, string>): string {
  const sentences = [...new Set(Object.values(fields))]
  if (sentences.length < 2) return sentences.join('')
  return sentences.map(one => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(' ')
}
