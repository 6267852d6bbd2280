import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { contract, endpoint, settingsForm, upload } from '#contract'
import { address, ApiError, call, failureText, isForbidden, readForms, serverSentence, submitForm } from './api.ts'
import { createQueryClient } from './queries.ts'
import { LostConnection } from './send-act.ts'
import { tellFailure } from './settings-form/outcome.ts'

/**
 * Node has no XMLHttpRequest: this one asks `fetch`, which each test answers in its own way. A replaced module would not
 * do, since other files of the same worker may have loaded it. `test/e2e/cut-connection.test.ts` tries a real one.
 */
class FetchedRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  readonly #aborted = new AbortController()
  #method = ''
  #path = ''

  open(method: string, path: string) {
    this.#method = method
    this.#path = path
  }

  setRequestHeader() {}

  abort() {
    this.#aborted.abort()
    this.dispatchEvent(new Event('abort'))
  }

  async send(body: string | FormData) {
    const { signal } = this.#aborted
    try {
      const response = await fetch(this.#path, { method: this.#method, body, signal })
      this.responseText = await response.text()
      this.status = response.status
      this.dispatchEvent(new Event('load'))
    } catch (error) {
      if (error instanceof LostConnection && error.hasLeft) this.upload.dispatchEvent(new Event('load'))
      if (!signal.aborted) this.dispatchEvent(new Event('error'))
    }
  }
}
beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FetchedRequest))

const sample = contract('sample', {
  title: 'Sample',
  endpoints: {
    switch: endpoint({
      summary: 'Switches.',
      method: 'PATCH',
      path: '/guild/:guildId/modules/:module',
      needs: 'manage',
      body: z.object({ enabled: z.boolean(), key: z.string().optional() }),
      reply: z.object({ enabled: z.boolean() }),
    }),
    picture: endpoint({
      summary: 'Takes a picture.',
      method: 'POST',
      path: '/picture',
      needs: 'signed-in',
      idempotent: 'It is the same picture.',
      body: upload({ fields: z.strictObject({ name: z.string() }), maxBytes: 8_000_000, types: ['image/png'] }),
      reply: z.object({}),
    }),
  },
  forms: {
    basic: settingsForm({
      summary: 'Saves something.',
      address: '/guild/:guildId/basic',
      flag: 'basicUpdate',
      settings: z.object({ prefix: z.string().default('.') }),
    }),
  },
})

function answers(status: number, body: string) {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(body, { status })))
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => vi.unstubAllGlobals())

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error : undefined),
  )

test('parameters are filled in and cannot escape their path segment', () => {
  expect(address('/guild/:guildId/x', { params: { guildId: '../../1?a' } })).toBe('/api/guild/..%2F..%2F1%3Fa/x')
  expect(() => address('/guild/:guildId/x')).toThrow('guildId')
})

test('query values that are not given are left out', () => {
  expect(address('/history', { query: { limit: 5, before: undefined, feature: 'a b' } })).toBe(
    '/api/history?limit=5&feature=a+b',
  )
})

test('requests that a page makes all at once start in order, a few at a time, and do not delay a request by the user', async () => {
  const fetched = answers(200, '{}')
  const asked = () => fetched.mock.calls.map(([path]) => (typeof path === 'string' ? path : ''))
  const names = Array.from({ length: 10 }, (_, place) => `g${place}`)
  fetched.mockImplementation(() => Promise.resolve(new Response('{}')))
  const reads = Promise.all(names.map(guildId => readForms(sample.forms.basic, guildId)))
  expect(asked()).toEqual(names.slice(0, 4).map(name => `/api/guild/${name}/basic`))
  await call(sample, 'switch', { params: { guildId: '1', module: 'general' }, body: { enabled: true } })
  expect(asked()[4]).toBe('/api/guild/1/modules/general')
  await reads
  expect(asked().filter(path => path.endsWith('/basic'))).toEqual(names.map(name => `/api/guild/${name}/basic`))
})

test('a call sends its body as JSON and returns the answer', async () => {
  const fetched = answers(200, '{"enabled":true}')
  const reply = await call(sample, 'switch', { params: { guildId: '1', module: 'general' }, body: { enabled: true } })
  expect(reply).toEqual({ enabled: true })
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/guild/1/modules/general')
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: '{"enabled":true}' })
})

test('a form is posted with its flag', async () => {
  const fetched = answers(200, '{"success":true}')
  await submitForm(sample.forms.basic, '1', { prefix: '!' })
  expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"basicUpdate":true,"prefix":"!"}')
})

test("a refused call fails with the server's sentence, code, fields and reference", async () => {
  answers(
    400,
    '{"success":false,"error":"Too long.","code":"settings.invalid","fields":{"prefix":"5 at most"},"reference":"7F3A21"}',
  )
  const error = await failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  expect(error).toMatchObject({
    message: 'Too long.',
    status: 400,
    code: 'settings.invalid',
    fields: { prefix: '5 at most' },
    reference: '7F3A21',
  })
})

test('a refusal with nothing but a sentence is told by that sentence', async () => {
  answers(403, '{"success":false,"error":"Not from this address."}')
  const error = await failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  expect(error).toMatchObject({ status: 403, message: 'Not from this address.', code: 'http.unnamed', fields: {} })
  expect(failureText(error, 'Failed to send panel')).toBe('Not from this address.')
})

test.each([
  [502, '<html>Bad gateway</html>', 'web.in-doubt'],
  [504, '{"error":"upstream request timeout"}', 'web.in-doubt'],
  [200, 'not json', 'web.in-doubt'],
  [500, '{"message":"other shape"}', 'web.unreadable'],
])('an answer that is not ours (%i) is a failure with a sentence', async (status, body, code) => {
  answers(status, body)
  const error = await failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  expect(error).toMatchObject({ status, code })
  expect(serverSentence(error)).toBeUndefined()
  const reading = await failure(readForms(sample.forms.basic, '1'))
  expect(reading).toMatchObject({ status, code: 'web.unreadable' })
})

test.each([
  ['{"success":false,"error":"Not shared with you.","code":"access.none"}', true],
  ['{"error":"Blocked by the firewall."}', false],
  ['<html>Forbidden</html>', false],
])('whether somebody may see a page is for the server to say, not for a proxy: %s', async (body, expected) => {
  answers(403, body)
  expect(isForbidden(await failure(readForms(sample.forms.basic, '1')))).toBe(expected)
})

test('a call that may have taken effect is not reported as failed; the message says how to check', async () => {
  answers(504, '<html>Gateway timeout</html>')
  const error = await failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  const told = 'The server answered 504. It may still have gone through: reload the page to check, or try again.'
  expect(failureText(error, 'Nothing was deleted. Try again.')).toBe(told)
  const sentences = { load: '', saved: '', refused: '', failed: 'Failed to save settings: ' }
  expect(tellFailure(sentences, error)).toEqual({ tone: 'danger', title: told, detail: 'Your changes are still here.' })
  const keyed = await failure(
    call(sample, 'switch', { params: { guildId: '1', module: 'x' }, body: { enabled: true, key: '1' } }),
  )
  expect(failureText(keyed, 'It could not be added.')).toBe(told)
})

test('an unreachable server is a failure with status 0', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')))
  const error = await failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  expect(error).toMatchObject({ status: 0, code: 'web.unreachable' })
  expect(serverSentence(error)).toBeUndefined()
  const unreachable = 'The server cannot be reached. Check your connection.'
  expect(failureText(error, 'Failed to save the menu')).toBe(`Failed to save the menu. ${unreachable}`)
  expect(failureText(error, 'It could not be added. Try again.')).toBe(`It could not be added. ${unreachable}`)
})

test('a lost connection leaves in doubt only what had been sent', async () => {
  const after = (hasLeft: boolean) => {
    vi.stubGlobal('fetch', () => Promise.reject(new LostConnection(hasLeft)))
    return failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  }
  expect(await after(false)).toMatchObject({ status: 0, code: 'web.unreachable' })
  const error = await after(true)
  expect(error).toMatchObject({ status: 0, code: 'web.in-doubt' })
  expect(failureText(error, 'Nothing was deleted. Try again.')).toBe(
    'The connection was lost before the server answered. It may still have gone through: reload the page to check, or try again.',
  )
})

test('a call without a complete answer fails after a while; an aborted one shows no message', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const longer = 10 * 60_000
  const never = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_resolve, reject) => {
      const end = () => reject(new DOMException('aborted', 'AbortError'))
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end)
    })
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) => never(init.signal))
  const saved = failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  vi.stubGlobal('fetch', (_address: string, init: RequestInit) =>
    Promise.resolve({ ok: true, status: 200, text: () => never(init.signal) }),
  )
  const begunOnly = failure(submitForm(sample.forms.basic, '1', { prefix: '!' }))
  const leaving = new AbortController()
  const left = call(sample, 'switch', {
    params: { guildId: '1', module: 'general' },
    body: { enabled: true },
    signal: leaving.signal,
  }).catch((error: unknown) => error)
  leaving.abort()
  await vi.advanceTimersByTimeAsync(longer)
  for (const error of [await saved, await begunOnly]) expect(error).toMatchObject({ status: 0, code: 'web.in-doubt' })
  expect(await left).not.toBeInstanceOf(ApiError)
  expect(vi.getTimerCount()).toBe(0)
})

test('a call that takes long to send may take as long, and a read that timed out is not retried automatically', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal(
    'fetch',
    (_address: string, { signal }: RequestInit) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  const large = '!'.repeat(8_000_000)
  let over = 0
  const sending = [
    submitForm(sample.forms.basic, '1', { prefix: large }),
    submitForm(sample.forms.basic, '1', { prefix: '窯'.repeat(large.length / 3) }),
    call(sample, 'picture', { body: { name: 'kiln', file: new File([large], 'kiln.png') } }),
  ].map(sent => failure(sent).finally(() => (over += 1)))
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(over).toBe(0)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  // A file, too: while it is sent, its dialog cannot be closed.
  expect(over).toBe(3)
  expect(await sending[0]).toMatchObject({ code: 'web.in-doubt' })
  const reading = failure(readForms(sample.forms.basic, '1'))
  await vi.advanceTimersByTimeAsync(90_000)
  const error = await reading
  if (error?.code !== 'web.unanswered') throw new Error('it goes on')
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function') throw new Error('nothing is tried again')
  const unreachable = new ApiError(0, { code: 'web.unreachable', error: 'The server cannot be reached.' })
  expect([retry(0, error), retry(0, unreachable)]).toEqual([false, true])
})

test('a failure shows the server’s sentence, or what failed if there is none', () => {
  const told = new ApiError(400, { code: 'menus.full', error: 'At most 50 menus.' })
  expect(failureText(told, 'Failed to save the menu')).toBe('At most 50 menus.')
  expect(failureText(new Error('a bug'), 'Failed to save the menu')).toBe('Failed to save the menu')
})
