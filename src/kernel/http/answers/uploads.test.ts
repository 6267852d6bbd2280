import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint, upload } from '#contract'
import { feature } from '#kernel/feature.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import type { Visitor } from '#test/visitor.ts'

const maxBytes = 100 * 1024
const needs = 'manage'
const desk = contract('desk', {
  title: 'Desk',
  endpoints: {
    drop: endpoint({
      summary: 'Takes a picture or a text.',
      method: 'POST',
      path: '/guild/:guildId/desk/drop',
      needs,
      body: upload({
        fields: z.strictObject({ times: z.coerce.number().int().max(9) }),
        maxBytes,
        types: ['image/png', 'text/csv', 'application/json'],
      }),
      reply: z.object({ name: z.string(), type: z.string(), bytes: z.number(), times: z.number() }),
    }),
    read: endpoint({
      summary: 'Takes a text.',
      method: 'POST',
      path: '/guild/:guildId/desk/read',
      needs,
      body: upload({ fields: z.strictObject({}), maxBytes, types: ['text/plain'] }),
      reply: z.object({ text: z.string() }),
    }),
    lazy: endpoint({
      summary: 'Takes a text and does not read it.',
      method: 'POST',
      path: '/guild/:guildId/desk/lazy',
      needs,
      body: upload({ fields: z.strictObject({}), maxBytes, types: ['text/plain'] }),
      reply: z.object({}),
    }),
  },
})
const deskFeature = feature(desk, {
  routes: {
    async drop({ body: { file: sent, times } }) {
      let bytes = 0
      for await (const chunk of sent.content) bytes += chunk.length
      return { name: sent.name, type: sent.type, bytes, times }
    },
    read: async ({ body }) => ({ text: await body.file.text() }),
    lazy: () => ({}),
  },
})

let app: Harness
let admin: Visitor
beforeAll(async () => {
  app = await createHarness({ features: [deskFeature] })
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
function form(content: BlobPart, type: string, fields: Record<string, string> = {}, part = 'file'): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append(part, new Blob([content], { type }), 'sent.bin')
  return data
}
const post = (rest: string, body: unknown) => admin.call('POST', `/api/guild/${app.guildId}/desk/${rest}`, body)

describe('an upload', () => {
  test('arrives with its fields', async () => {
    expect(await post('drop', form(png, 'image/png', { times: '3' }))).toMatchObject({
      status: 200,
      body: { success: true, name: 'sent.bin', type: 'image/png', bytes: png.length, times: 3 },
    })
    expect(await post('read', form('Grüße', 'text/plain'))).toMatchObject({ body: { text: 'Grüße' } })
  })

  test('is typed by its content, not its name', async () => {
    const called = await post('drop', form(png, 'text/csv', { times: '1' }))
    expect(called.body).toMatchObject({ type: 'image/png' })
    const refused = await post('read', form(png, 'text/plain'))
    expect(refused).toMatchObject({ status: 415, body: { code: 'upload.type' } })
    expect((await post('read', form('a\0b', 'text/plain'))).status).toBe(415)
    expect(await post('read', form(Buffer.from([0x67, 0xfc]), 'text/plain'))).toMatchObject({
      status: 400,
      body: { code: 'upload.encoding' },
    })
  })

  test.each([maxBytes + 1, maxBytes * 5])('of %i bytes is refused', async size => {
    expect(await post('drop', form('x'.repeat(size), 'text/csv', { times: '1' }))).toMatchObject({
      status: 413,
      body: { code: 'upload.too_large', error: 'The file is larger than 100 KiB.' },
    })
  })

  test('of exactly the largest size is accepted', async () => {
    const sent = await post('drop', form('x'.repeat(maxBytes), 'text/csv', { times: '1' }))
    expect(sent.body).toMatchObject({ bytes: maxBytes, type: 'text/csv' })
  })

  test('that is not read blocks nothing', async () => {
    expect((await post('lazy', form('x'.repeat(maxBytes), 'text/plain'))).status).toBe(200)
    expect((await post('lazy', form('x'.repeat(maxBytes), 'text/plain'))).status).toBe(200)
  })

  test.each<[string, (data: FormData) => void]>([
    ['a field after its file', data => data.append('times', '2')],
    ['an unknown field after its file', data => data.append('more', 'x')],
    ['a second file', data => data.append('file', new Blob(['x'.repeat(20_000)]), 'other.bin')],
    ['many fields after its file', data => Array.from({ length: 60 }, (_, at) => data.append(`f${at}`, 'x'))],
    ['an empty file besides', data => data.append('other', new Blob(['']), '')],
  ])('with %s is refused: it would be ignored', async (_what, add) => {
    const data = form(png, 'image/png', { times: '3' })
    add(data)
    expect(await post('drop', data)).toMatchObject({ status: 400, body: { code: 'upload.more' } })
    // The rest of the refused upload blocks nothing.
    expect((await post('drop', form(png, 'image/png', { times: '3' }))).status).toBe(200)
  })

  test('with a field given twice, or one that is too long, is refused', async () => {
    const twice = new FormData()
    for (const times of ['3', '4']) twice.append('times', times)
    twice.append('file', new Blob([png]), 'sent.bin')
    expect(await post('drop', twice)).toMatchObject({ status: 400, body: { fields: { times: expect.any(String) } } })
    const long = form(png, 'image/png', { times: `3${' '.repeat(10_100)}4` })
    expect(await post('drop', long)).toMatchObject({ status: 400, body: { fields: { times: expect.any(String) } } })
    const unknown = form(png, 'image/png', { times: '3', ['x'.repeat(300)]: 'y' })
    expect((await post('drop', unknown)).status).toBe(400)
  })

  test('without its file, with a wrong field or as JSON is refused with a reason', async () => {
    const empty = new FormData()
    empty.append('times', '1')
    expect(await post('drop', empty)).toMatchObject({ status: 400, body: { code: 'upload.missing' } })
    expect(await post('drop', form(png, 'image/png', { times: '1' }, 'picture'))).toMatchObject({
      status: 400,
      body: { code: 'upload.missing' },
    })
    expect(await post('drop', form(png, 'image/png', { times: '10' }))).toMatchObject({
      status: 400,
      body: { fields: { times: expect.any(String) } },
    })
    expect(await post('drop', form(png, 'image/png', { times: '1', more: 'x' }))).toMatchObject({ status: 400 })
    expect((await post('drop', { times: 1 })).status).toBe(415)
  })
})
