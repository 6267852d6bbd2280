import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function record(values: string[] = []) {
  const lines: string[] = []
  return { lines, log: createLog('info', values, { write: line => void lines.push(line) }) }
}

test('secrets are redacted by name, however deep', () => {
  const { lines, log } = record()
  log.info({ token: 's1', a: { cookie: 's2', b: { authorization: 's3', c: { clientSecret: 's4' } } } }, 'hello')
  expect(lines.join('')).not.toMatch(/s[1-4]/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: 'hello', token: '[secret]' })
})

test('message content is not logged with a request that Discord refused', () => {
  const { lines, log } = record()
  log.error(
    { err: Object.assign(new Error('refused'), { code: 50_035, requestBody: { json: { content: 'private' } } }) },
    'x',
  )
  expect(lines.join('')).toContain('50035')
  expect(lines.join('')).not.toContain('private')
})

test('the token is redacted inside messages and stacks, too', () => {
  const { lines, log } = record(['abc.def.ghi'])
  log.error({ err: new Error('GET /x with abc.def.ghi') }, 'request failed with abc.def.ghi')
  expect(lines.join('')).not.toContain('abc.def.ghi')
})
