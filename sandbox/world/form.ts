import { z } from 'zod'
import { type FieldProblem, invalidForm } from './errors.ts'

/**
 * Reads a request body. Unknown keys are ignored, as Discord does.
 * @throws DiscordError 50035 with Discord's nested `errors`
 */
export function parseForm<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body ?? {}, { reportInput: true })
  if (result.success) return result.data
  throw invalidForm(result.error.issues.map(problemOf))
}

/** What `refine` and `superRefine` say, with the code that Discord gives this refusal. */
export const refusal = (code: string, message: string) => ({ message, params: { code } })

/** A field that may be absent or null, which mean the same in most of Discord's bodies. */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform(value => value ?? undefined)
    .optional()

/** Characters as Discord counts them: code points, so that an emoji is not two. */
export const characters = (value: string): number => [...value].length

/** Surrounding white space never counts: a blank text is an empty text. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .min(min)
    .refine(
      value => value.length <= max || characters(value) <= max,
      refusal('BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`),
    )

export const whole = (min: number, max: number) => z.number().int().min(min).max(max)

export const isSnowflake = (text: string): boolean => /^\d{1,20}$/.test(text)

export const notSnowflake = (text: string) => ({
  code: 'NUMBER_TYPE_COERCE',
  message: `Value "${text}" is not snowflake.`,
})

export const snowflake = z.union([z.string(), z.number().int().transform(String)]).superRefine((value, context) => {
  if (isSnowflake(value)) return
  const { code, message } = notSnowflake(value)
  context.addIssue({ code: 'custom', ...refusal(code, message), continue: false })
})

/** @param schemes without the colon */
export const url = (schemes: readonly string[] = ['http', 'https'], max = 2048) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      const parsed = URL.parse(value)
      if (!parsed) {
        context.addIssue({ code: 'custom', ...refusal('URL_TYPE_INVALID_URL', 'Not a well formed URL.') })
      } else if (!schemes.includes(parsed.protocol.slice(0, -1))) {
        const known = schemes.map(scheme => `'${scheme}'`).join(', ')
        const message = `Scheme "${parsed.protocol.slice(0, -1)}" is not supported. Scheme must be one of (${known}).`
        context.addIssue({ code: 'custom', ...refusal('URL_TYPE_INVALID_SCHEME', message) })
      }
    })

type Issue = z.core.$ZodIssue

function problemOf(issue: Issue): FieldProblem {
  return { path: issue.path.join('.'), ...describe(issue) }
}

const typeProblems: Record<string, [code: string, message: string]> = {
  string: ['STRING_TYPE_CONVERT', 'Could not interpret value as string.'],
  number: ['NUMBER_TYPE_COERCE', 'Value is not int.'],
  int: ['NUMBER_TYPE_COERCE', 'Value is not int.'],
  boolean: ['BOOLEAN_TYPE_CONVERT', 'Must be either true or false.'],
  array: ['LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType'],
  object: ['MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType'],
  record: ['DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType'],
}

function describe(issue: Issue): Omit<FieldProblem, 'path'> {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined || issue.input === null) return required
      const [code, message] = typeProblems[issue.expected] ?? ['BASE_TYPE_INVALID', 'Invalid value.']
      return { code, message }
    }
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` }
        : { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` }
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int')
        return { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${issue.minimum}.` }
      if (issue.input === '' || (Array.isArray(issue.input) && issue.input.length === 0)) return required
      return { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` }
    case 'invalid_value':
      if (issue.input === undefined || issue.input === null) return required
      return { code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${issue.values.map(String).join(', ')}}.` }
    case 'invalid_format':
      return { code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' }
    case 'invalid_union':
      if (issue.input === undefined) return required
      return { code: 'UNION_TYPE_CHOICES', message: 'Value of field "type" is not one of the choices.' }
    case 'custom':
      return { code: String(issue.params?.['code'] ?? 'BASE_TYPE_INVALID'), message: issue.message }
    default:
      return { code: 'BASE_TYPE_INVALID', message: issue.message }
  }
}

const required = { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
