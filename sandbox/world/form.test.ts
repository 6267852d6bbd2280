import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional, parseForm, snowflake, text, url, whole } from './form.ts'
import { errorOf } from '#test/sandbox/error-of.ts'

const form = z.object({
  name: text(5, 1),
  count: optional(whole(0, 3)),
  link: optional(url()),
  id: optional(snowflake),
  list: optional(z.array(z.object({ on: z.boolean() })).max(1)),
})

const refusal = (body: unknown) => errorOf(() => parseForm(form, body))
const errorsOf = (body: unknown) => refusal(body)?.errors

test('a valid body is returned trimmed and without unknown keys, and null counts as absent', () => {
  expect(parseForm(form, { name: '  hi ', count: null, id: 12, more: 1 })).toEqual({ name: 'hi', id: '12' })
})

test('a refusal is an invalid form body with the place of every problem', () => {
  const error = refusal({ count: 9, list: [{ on: 'yes' }] })
  expect(error).toMatchObject({ status: 400, code: 50_035, message: 'Invalid Form Body' })
  expect(error?.errors).toEqual({
    name: { _errors: [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] },
    count: { _errors: [{ code: 'NUMBER_TYPE_MAX', message: 'int value should be less than or equal to 3.' }] },
    list: { 0: { on: { _errors: [{ code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' }] } } },
  })
})

test.each([
  [{ name: 'far too long' }, 'name', 'BASE_TYPE_MAX_LENGTH'],
  [{ name: '   ' }, 'name', 'BASE_TYPE_REQUIRED'],
  [{ name: 7 }, 'name', 'STRING_TYPE_CONVERT'],
  [{ name: 'a', count: -1 }, 'count', 'NUMBER_TYPE_MIN'],
  [{ name: 'a', count: 'x' }, 'count', 'NUMBER_TYPE_COERCE'],
  [{ name: 'a', link: 'javascript:alert(1)' }, 'link', 'URL_TYPE_INVALID_SCHEME'],
  [{ name: 'a', link: 'not an address' }, 'link', 'URL_TYPE_INVALID_URL'],
  [{ name: 'a', id: 'abc' }, 'id', 'NUMBER_TYPE_COERCE'],
  [{ name: 'a', list: 'x' }, 'list', 'LIST_TYPE_CONVERT'],
])('%j is refused at %s as %s', (body, field, code) => {
  expect(errorsOf(body)?.[field]).toMatchObject({ _errors: [{ code }] })
})

test('a body that is not an object is refused, and a missing one lacks its fields', () => {
  expect(refusal('text')?.code).toBe(50_035)
  expect(errorsOf(undefined)?.['name']).toMatchObject({ _errors: [{ code: 'BASE_TYPE_REQUIRED' }] })
})
