import { GatewayIntentBits as Intent } from 'discord.js'
import { expect, test } from 'vitest'
import { openWire } from '#test/sandbox/wire-world.ts'
import { defaultConditions } from './conditions.ts'

const png = 'iVBORw0KGgo='
const image = `data:image/png;base64,${png}`

test('a bot has its own nickname, pictures and bio in a guild', async () => {
  const world = await openWire([Intent.Guilds, Intent.GuildModeration])
  const path = `/guilds/${world.guildId}/members/@me` as const
  const change = { nick: 'Harbour', avatar: image, banner: image, bio: 'Keeps the kiln' }
  const { body, status } = await world.ask('bot', `PATCH ${path}`, { body: change, reason: 'brand' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { nick: 'Harbour', user: { id: world.idOf('palisade') } },
  })
  expect(body).not.toHaveProperty('bio')
  expect(await world.heard('GUILD_MEMBER_UPDATE')).toMatchObject({ nick: 'Harbour', avatar: body.avatar })
  for (const [kind, hash] of [
    ['avatars', body.avatar],
    ['banners', body.banner],
  ]) {
    const place = `guilds/${world.guildId}/users/${world.idOf('palisade')}/${kind}/${hash}.png`
    const picture = await fetch(`${world.sandbox.url}/cdn/${place}`)
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(png)
  }
  await world.settle()
  const [entry] = await world.logged(24)
  expect(entry).toMatchObject({ target_id: world.idOf('palisade'), reason: 'brand' })
  const { body: reset } = await world.ask('bot', `PATCH ${path}`, { body: { nick: null, avatar: null } })
  expect(reset).toMatchObject({ nick: null, avatar: null, banner: body.banner })
  expect(world.sandbox.violations()).toEqual([])
})

test('an invalid picture, a text that is too long, and changes that come too fast are refused', async () => {
  const rateLimits = {
    ...defaultConditions.rateLimits,
    routes: { 'PATCH /guilds/:guild_id/members/@me': { limit: 99, windowMs: 1000 } },
  }
  const pictureChanges = { limit: 2, windowMs: 60_000 }
  const world = await openWire([Intent.Guilds], { rateLimits, pictureChanges })
  const change = async (body: object) =>
    (await world.ask('owner', `PATCH /guilds/${world.guildId}/members/@me`, { body })).body
  expect((await change({ bio: 'x'.repeat(191) })).errors).toHaveProperty('bio')
  expect((await change({ avatar: 'data:image/png;base64,AAAA' })).errors).toHaveProperty('avatar')
  for (let times = 0; times < 2; times++) expect(await change({ avatar: image })).toHaveProperty('user')
  expect(JSON.stringify(await change({ avatar: image }))).toContain('AVATAR_RATE_LIMIT')
  expect(await change({ banner: image })).toHaveProperty('user')
  world.sandbox.advance(60_001)
  expect(await change({ avatar: image })).toHaveProperty('user')
})
