// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import antinuke from '../contract.ts'
import { noteOf } from './notes.ts'
import { dropPictures, keptPicture, keptPictures, type PictureName } from './pictures.ts'
import { latest } from './state-at.ts'
import { journal } from './table.ts'

let app: Harness
beforeAll(async () => {
  app = await createHarness()
  services().settings.write(app.guildId, antinuke, { enabled: true }, { userId: null, via: 'test' })
  await until('the server to be read', () => noteOf(services(), app.guildId, 'members'))
})
afterAll(() => app.close())

const services = () => app.product.services
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = `data:image/png;base64,${png}`
const isKept = (name: PictureName) => until('the picture', () => keptPictures(services(), app.guildId)(name))
const read = (name: PictureName) => keptPicture(services(), app.guildId, name)

test('the picture of an emoji is kept after it was deleted', async () => {
  const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/emojis`, {
    name: 'loom',
    image: picture,
  })
  const name: PictureName = { kind: 'emoji', id, field: 'image', value: id }
  await isKept(name)
  await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/emojis/${id}`)
  await until('the deletion', () => latest(services(), app.guildId, 'emoji', id) === null)
  const found = await read(name)
  expect(found?.type).toBe('image/png')
  expect(found?.content.toString('base64')).toBe(png)
})

test('the old icon of the server is kept after it was changed', async () => {
  const icon = () => latest(services(), app.guildId, 'guild', app.guildId)?.['icon']
  const before = icon()
  if (typeof before === 'string') await isKept({ kind: 'guild', id: app.guildId, field: 'icon', value: before })
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}`, { icon: picture })
  const after = String(await until('the new icon', () => icon() !== before && icon()))
  await isKept({ kind: 'guild', id: app.guildId, field: 'icon', value: after })
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}`, { icon: null })
  await until('no icon', () => icon() === null)
  expect(
    (await read({ kind: 'guild', id: app.guildId, field: 'icon', value: after }))?.content.toString('base64'),
  ).toBe(png)
})

test('a picture is dropped when no moment of the journal names it any more', async () => {
  const { id } = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/emojis`, {
    name: 'brief',
    image: picture,
  })
  const name: PictureName = { kind: 'emoji', id, field: 'image', value: id }
  await isKept(name)
  await dropPictures(services(), app.guildId)
  expect(keptPictures(services(), app.guildId)(name)).toBe(true)
  services().db.delete(journal).where(eq(journal.objectId, id)).run()
  await dropPictures(services(), app.guildId)
  expect(keptPictures(services(), app.guildId)(name)).toBe(false)
})
