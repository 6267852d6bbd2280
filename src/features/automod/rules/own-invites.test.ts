// @module-tag long
import type { APIMessage } from 'discord-api-types/v10'
import { PermissionFlagsBits } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { without } from '#test/discord-trouble.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { stateOf } from '../state.ts'

/** In a minute in which many invites are posted. */
let app: Harness
let general: string
let ahead = 0
beforeEach(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
  await configure({ enabled: 'on', anti_invites: 'on', max_strikes: 100, notify_channel: 'off', notify_member: 'off' })
})
afterEach(() => app.close())

async function configure(change: Record<string, unknown>) {
  const owner = await app.signIn('owner')
  const { status } = await owner.call('POST', `/api/guild/${app.guildId}/basic`, { automodUpdate: true, ...change })
  expect(status).toBe(200)
}
const say = (login: string, text: string) => app.as(login).say(general, text)
const stands = ({ id }: APIMessage) => app.messages(general).some(message => message.id === id)
const gone = (message: APIMessage) => until(`${message.content} to be gone`, () => !stands(message))
const asked = (path: string) => app.sandbox.requests().filter(one => one.path.includes(path)).length
const invite = async () =>
  (await app.as('owner').rest<{ code: string }>('POST', `/channels/${general}/invites`, { unique: true })).code

/** Posts invites to other servers until no more are looked up. */
async function useUpLookUps() {
  for (let at = 0; at < 7; at += 1)
    await gone(await say('member2', [1, 2, 3].map(one => `discord.gg/Elsewhere${at}x${one}`).join(' ')))
}

test('once a server’s look-ups are used up, its own invites stay, and those to other servers go', async () => {
  await useUpLookUps()
  const lookUps = asked('/invites/')
  const codes = [await invite(), await invite()]
  const own = await Promise.all(codes.map(code => say('member3', `come in: discord.gg/${code}`)))
  const other = await say('member4', 'discord.gg/Elsewhere')
  await gone(other)
  // Made after Discord was asked for the server's invites.
  const late = await say('member5', `discord.gg/${await invite()}`)
  await gone(await say('member4', 'discord.gg/Elsewhere2'))
  await app.heard()
  expect([...own, late].map(stands)).toEqual([true, true, true])
  expect([asked('/invites/'), asked(`/guilds/${app.guildId}/invites`) > 0]).toEqual([lookUps, true])
})

test.each(['another server is allowed by its ID', 'the bot may not read the invites'])(
  'invites wait for a look-up if %s',
  async why => {
    if (why.startsWith('another')) await configure({ allowed_invites: ['123456789012345678'] })
    else await without(app, PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ViewAuditLog)
    await useUpLookUps()
    const own = await say('member3', `come in: discord.gg/${await invite()}`)
    const other = await say('member4', 'discord.gg/Elsewhere')
    const { $client } = app.product.services.db
    const waiting = $client.prepare("SELECT key FROM jobs WHERE job = 'messageVerdict'").pluck()
    await until('it to be put off', () => waiting.all().includes(other.id))
    expect([own, other].map(stands)).toEqual([true, true])
    stateOf(app.product.services).inviteLookUps.clear()
    ahead += 60_000
    await app.product.services.scheduler.tick()
    await gone(other)
    expect(stands(own)).toBe(true)
  },
)

test('what is only tried out waits for nothing', async () => {
  await configure({ allowed_invites: ['123456789012345678'] })
  const owner = await app.signIn('owner')
  const tried = async (text: string) => {
    const { body } = await owner.call('POST', `/api/guild/${app.guildId}/automod/test`, { text })
    return (body as { deleted: boolean }).deleted
  }
  for (let at = 0; at < 7; at += 1) await tried([1, 2, 3].map(one => `discord.gg/Elsewhere${at}x${one}`).join(' '))
  expect([await tried('discord.gg/Elsewhere'), await tried(`discord.gg/${await invite()}`)]).toEqual([true, false])
})
