import type { z } from 'zod'

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

const named = (path: readonly PropertyKey[] | undefined) => {
  const last = path?.findLast(step => typeof step === 'string')
  return last === undefined ? 'The body' : `"${last}"`
}

/** Error messages for people, used when a schema has none of its own. Pass as `{ error: sentence }` to a parse. */
export function sentence(issue: RawIssue): string {
  const name = named(issue.path)
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
