import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIEmoji } from 'discord-api-types/v10'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { largestEmoji, type ListedEmoji, type RemovedEmoji } from '#features/emojis/emoji/contract.ts'
import { picturesOf } from '#features/emojis/pictures.ts'
import { createHarness, type Harness } from './harness.ts'
import { textOf } from './member.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)])
const gif = Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.alloc(200)])

const served: Record<string, Buffer> = {
  '/kiln%20fire.png': png,
  '/moving.gif': gif,
  '/page.png': Buffer.from('<html>no picture</html>'),
  '/large.png': Buffer.concat([png, Buffer.alloc(largestEmoji)]),
}

interface Listed {
  emojis: ListedEmoji[]
  slots: { static: { used: number; most: number }; animated: { used: number; most: number } }
  removed: RemovedEmoji[]
  waiting: { sentence: string }[]
  countingSince: number | null
}

/** Uploads an emoji as a member and waits until the product knows it. @returns its id */
export async function uploadEmoji(app: Harness, login: string, name: string): Promise<string> {
  const body = { name, image: `data:image/png;base64,${png.toString('base64')}` }
  const { id } = await app.as(login).rest<APIEmoji>('POST', `/guilds/${app.guildId}/emojis`, body)
  const { guilds } = app.product.services.client
  await until('the emoji to be known', () => guilds.cache.get(app.guildId)?.emojis.cache.has(id ?? ''))
  return id ?? ''
}

/** The demo's server, a site with pictures, and what tests of emojis do there; no emoji is left after a test. */
export function useEmojiServer() {
  let site: Server
  const life: { app: Harness; owner: Visitor; ahead: number } = { ahead: 0 } as never
  const port = () => (site.address() as AddressInfo).port
  beforeAll(async () => {
    site = createServer((request, response) => {
      const found = served[request.url ?? '']
      response.writeHead(found ? 200 : 404).end(found)
    })
    await new Promise<void>(resolve => void site.listen(0, '127.0.0.1', resolve))
    life.app = await createHarness({
      now: () => Date.now() + life.ahead,
      mayReach: (address, wanted) => address === '127.0.0.1' && wanted === port(),
    })
    life.owner = await life.app.signIn('owner')
  })
  afterAll(async () => {
    await life.app.close()
    site.close()
  })
  const guild = () => life.app.product.services.client.guilds.cache.get(life.app.guildId)
  const state = () => {
    const found = life.app.sandbox.context.world.guilds.get(life.app.guildId)
    if (!found) throw new Error('the server is gone')
    return found
  }
  afterEach(async () => {
    for (const { id } of state().emojis.values())
      await life.app.as('owner').rest('DELETE', `/guilds/${life.app.guildId}/emojis/${id}`)
    await until('none to be left', () => guild()?.emojis.cache.size === 0)
  })
  const path = (more: string) => `/api/guild/${life.app.guildId}/emojis/${more}`
  const list = async (visitor = life.owner) => (await visitor.call('GET', path('list'))).body as Listed
  const cached = (id: string) => guild()?.emojis.cache.get(id)
  const known = (id: string) => until('the emoji to be known', () => cached(id))
  return {
    life,
    state,
    path,
    list,
    cached,
    known,
    /** An address of the site. */
    at: (address: string) => `http://127.0.0.1:${port()}${address}`,
    png,
    gif,
    named: (name: string) => [...state().emojis.values()].filter(one => one.name === name),
    listed: async (name: string, visitor = life.owner) => (await list(visitor)).emojis.find(one => one.name === name),
    made: (login: string, name: string) => uploadEmoji(life.app, login, name),
    add: (source: string, more: object = {}, visitor = life.owner) =>
      visitor.call('POST', path('add'), { source, ...more }),
    upload(content: Buffer, file: string, key?: string) {
      const form = new FormData()
      if (key !== undefined) form.set('key', key)
      form.set('file', new Blob([new Uint8Array(content)]), file)
      return life.owner.call('POST', path('file'), form)
    },
    /** Makes a role that the product knows. */
    async role(name: string, permissions = '0') {
      const body = { name, permissions }
      const { id } = await life.app.as('owner').rest<{ id: string }>('POST', `/guilds/${life.app.guildId}/roles`, body)
      await until('the role to be known', () => guild()?.roles.cache.has(id))
      return id
    },
    /** How many pictures the product has kept; only those of deleted emoji should be kept. */
    picturesKept: () => picturesOf(life.app.product.services, life.app.guildId).list().length,
    idIn: ({ body }: { body: unknown }) => (body as { emoji: { id: string } | null }).emoji?.id ?? '',
    ask: async (login: string, text: string) =>
      textOf(await life.app.answerTo(await life.app.as(login).say(life.app.channel('general'), text))),
  }
}
