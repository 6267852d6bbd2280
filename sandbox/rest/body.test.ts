import { expect, test } from 'vitest'
import { DiscordError } from '../world/errors.ts'
import { auditReason, parseBody } from './body.ts'

const refusal = async (attempt: () => unknown): Promise<number | undefined> => {
  try {
    await attempt()
  } catch (error) {
    if (error instanceof DiscordError) return error.code
    throw error
  }
  return undefined
}

test('JSON, forms and multipart are read as Discord reads them', async () => {
  expect(await parseBody('application/json; charset=utf-8', Buffer.from('{"a":1}'))).toEqual({
    body: { a: 1 },
    files: [],
  })
  expect(await parseBody('application/x-www-form-urlencoded', Buffer.from('a=1&b=x%20y'))).toEqual({
    body: { a: '1', b: 'x y' },
    files: [],
  })
  const form = new FormData()
  form.set('payload_json', '{"content":"hi"}')
  form.set('files[0]', new File(['low\r\ntide'], 'tide ü.txt', { type: 'text/plain' }))
  const sent = new Response(form)
  const parsed = await parseBody(sent.headers.get('content-type') ?? '', Buffer.from(await sent.arrayBuffer()))
  expect(parsed.body).toEqual({ content: 'hi' })
  expect(parsed.files.map(({ field, name, contentType, data }) => [field, name, contentType, data.toString()])).toEqual(
    [['files[0]', 'tide ü.txt', 'text/plain', 'low\r\ntide']],
  )
})

test('an empty body counts as none, whatever its type', async () => {
  expect(await parseBody('application/json', Buffer.alloc(0))).toEqual({ body: undefined, files: [] })
})

test('malformed bodies are rejected', async () => {
  expect(await refusal(() => parseBody('application/json', Buffer.from('{"a":')))).toBe(50_109)
  expect(await refusal(() => parseBody('multipart/form-data; boundary=x', Buffer.from('nonsense')))).toBe(50_035)
  expect(await refusal(() => parseBody('text/plain', Buffer.from('hello')))).toBe(50_035)
})

test('an audit reason is decoded, and refused when it is too long or broken', async () => {
  expect(auditReason(undefined)).toBeUndefined()
  expect(auditReason('caf%C3%A9')).toBe('café')
  expect(await refusal(() => auditReason('x'.repeat(512)))).toBeUndefined()
  expect(await refusal(() => auditReason('x'.repeat(513)))).toBe(50_035)
  expect(await refusal(() => auditReason('%E0%A4'))).toBe(50_035)
})
