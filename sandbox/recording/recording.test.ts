import { expect, test } from 'vitest'
import { startSandbox } from '#test/sandbox.ts'
import { createWorld } from '../world/create.ts'
import { freeze, keptBody, sentBody, thaw } from './recording.ts'
import { createReplay } from './replay.ts'

test('a recording stores bodies byte by byte, and texts as text', () => {
  const bytes = Buffer.from([0, 255, 137, 80, 10])
  expect(keptBody(Buffer.from('{"content":"é"}'))).toBe('{"content":"é"}')
  expect(keptBody(Buffer.alloc(0))).toBeUndefined()
  for (const body of [bytes, Buffer.from('häuser'), Buffer.alloc(0)]) expect(sentBody(keptBody(body))).toEqual(body)
})

test('a recorded world is restored exactly', () => {
  const world = createWorld({ kind: 'demo' })
  expect(thaw({ world: freeze(world) })).toEqual(world)
})

test('a recording survives JSON, can be started again, and stops', async () => {
  const sandbox = await startSandbox()
  const ask = async (method: string) => {
    const response = await fetch(`${sandbox.url}/sandbox/recording`, { method })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  expect(await ask('GET')).toEqual({ status: 404, body: { error: 'Nothing has been recorded' } })
  expect(await ask('POST')).toEqual({ status: 200, body: { recording: true } })
  sandbox.advance(60_000)
  const { body } = await ask('GET')
  expect(body).toMatchObject({ version: 1, complete: true, acts: [{ by: 'others', via: 'control', path: '/clock' }] })
  await ask('POST')
  expect((await ask('GET')).body).toMatchObject({ acts: [] })
  await ask('DELETE')
  expect((await ask('GET')).status).toBe(404)
})

test('an incomplete recording is not replayed', async () => {
  const sandbox = await startSandbox({ record: true })
  const recording = sandbox.tape.recording()
  if (!recording) throw new Error('nothing was recorded')
  expect(() => createReplay({ ...recording, complete: false }, () => undefined)).toThrow('not complete')
})
