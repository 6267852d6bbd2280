// @module-tag long
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, endpoint } from '#contract'
import { features } from '#features/index.ts'
import { command, component, feature, job, option } from '#kernel/feature.ts'
import { type GuardedServer, guardedServer } from '../antinuke.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/**
 * What people tell the bot to do counts as theirs, wherever they say it; what everybody may do, and what the bot does
 * later, does not.
 */

const channel = z.object({ id: z.string() })
const wrecker = contract('wrecker', {
  title: 'Wrecker',
  settings: z.object({}),
  endpoints: {
    wreck: endpoint({
      summary: 'Deletes a channel.',
      method: 'POST',
      path: '/guild/:guildId/wreck',
      needs: 'manage',
      body: channel,
      reply: z.object({}),
    }),
  },
})

const wreckLater = job({
  payload: channel,
  async run({ client }, { id }) {
    await client.rest.delete(`/channels/${id}`)
  },
})

const button = (name: string, needs: readonly 'ManageChannels'[]) =>
  component(wrecker, name, {
    kind: 'button',
    pressedBy: 'anyone',
    needs: [...needs],
    ack: 'reply',
    data: channel,
    async run(ctx, { id }) {
      await ctx.guild.channels.delete(id)
      return ctx.answer('Gone.')
    },
  })
const press = button('press', ['ManageChannels'])
const open = button('open', [])

const here = command<typeof wrecker>()
const wrecking = feature(wrecker, {
  commands: {
    wreck: here({
      description: 'Deletes a channel',
      needs: ['ManageChannels'],
      options: { channel: option.channel('which'), when: option.choice('when', ['now', 'later']) },
      async run(ctx, { channel: { id }, when }) {
        if (when === 'later') ctx.scheduler.at(wreckLater, { at: ctx.now(), payload: { id }, guildId: ctx.guild.id })
        else await ctx.guild.channels.delete(id)
        return ctx.reply('Gone.')
      },
    }),
    controls: here({
      description: 'Shows the buttons',
      options: { first: option.rest('ids of channels') },
      run: (ctx, { first: ids }) =>
        ctx.reply({
          components: [press, open].map((one, place) => ({
            type: 1,
            components: [
              { type: 2, style: 4, label: one.name, custom_id: one.id({ id: ids.split(' ')[place] ?? '' }) },
            ],
          })),
        }),
    }),
  },
  components: [press, open],
  routes: {
    async wreck({ guild, body }) {
      await guild.channels.delete(body.id)
      return {}
    },
  },
  jobs: { wreckLater },
})

let server: GuardedServer
afterEach(() => server.app.close())

const rogue = () => server.app.as('rogue')
const isThere = (id: string | undefined) => id !== undefined && server.world().channelIds.has(id)
const say = async (text: string) => server.app.answerTo(await rogue().say(server.app.channel('general'), text))
const call = async (id: string | undefined) =>
  (await server.app.signIn('rogue')).call('POST', `/api/guild/${server.guildId}/wreck`, { id })
const start = async () => {
  server = await guardedServer({ autoRecovery: false }, { features: [...features, wrecking] })
  return server.make('channels', 4)
}

test('a command, a button and a call of the dashboard count together, and the third is refused', async () => {
  const [a, b, c, d] = await start()
  await say(`.wreck ${a} now`)
  const shown = await say(`.controls ${b} ${c}`)
  await rogue().press(shown, press.id({ id: b ?? '' }))
  await until('the second to be gone', () => !isThere(b))
  const refused = await call(c)
  expect(refused.status).toBe(403)
  expect(JSON.stringify(refused.body)).toContain('Anti-nuke has stopped you here (incident 1)')
  expect(isThere(c)).toBe(true)
  expect(await until('the ban', () => server.isBanned(rogue().userId))).toBe(true)
  expect(await server.settled()).toMatchObject({ module: 'anti_channel', actorId: rogue().userId })
  expect(isThere(d)).toBe(true)
})

test('controls for everybody, and what the bot does later by itself, count as nobody’s', async () => {
  const [a, b, c, d] = await start()
  await say(`.wreck ${a} later`)
  await say(`.wreck ${b} later`)
  await say(`.wreck ${c} later`)
  await until('all three to be gone', () => ![a, b, c].some(isThere))
  const shown = await say(`.controls ${a} ${d}`)
  await rogue().press(shown, open.id({ id: d ?? '' }))
  await until('the fourth to be gone', () => !isThere(d))
  await server.caughtUp()
  expect(server.incidents()).toEqual([])
})

test('a person who was stopped and is still there is told so, and may do what requires no right', async () => {
  const rooms = await start()
  server.set({ punishment: 'TIMEOUT' })
  for (const id of rooms.slice(0, 3))
    await rogue()
      .rest('DELETE', `/channels/${id}`)
      .catch(() => undefined)
  await server.settled()
  // Somebody lifts the timeout by hand; the roles remain removed.
  const { userId } = rogue()
  await server.app
    .as('owner')
    .rest('PATCH', `/guilds/${server.guildId}/members/${userId}`, { communication_disabled_until: null })
  await server.caughtUp()
  expect(textOf(await say(`.wreck ${rooms[3]} now`))).toContain('Anti-nuke has stopped you here')
  expect(textOf(await say('.ping'))).not.toContain('Anti-nuke')
  expect(isThere(rooms[3])).toBe(true)
})
