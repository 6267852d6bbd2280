import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf } from '../member.ts'
import { until } from '../until.ts'

/** A server is locked and reopened as a whole, however often the process is killed meanwhile. */
const life = useKilledProduct()

test('killed while it locks a server and while it reopens it, it takes everything once and gives back exactly that', async () => {
  await life.run()
  const { sandbox, home } = life
  const { context } = sandbox
  const { guildId } = home
  const state = context.world.guilds.get(guildId)
  if (!state) throw new Error('no guild')
  const owner = memberOf({ sandbox, applicationId: applicationOf(sandbox).id, guildId }, 'owner')
  const channels = () =>
    [...state.channelIds].toSorted().flatMap(id => {
      const channel = context.world.channels.get(id)?.channel
      return channel && 'permission_overwrites' in channel
        ? [[id, (channel.permission_overwrites ?? []).map(one => `${one.id} ${one.allow} ${one.deny}`).toSorted()]]
        : []
    })
  /** What @everyone is denied in each channel; nobody writes in categories. */
  const everyoneIn = () =>
    [...state.channelIds].flatMap(id => {
      const channel = context.world.channels.get(id)?.channel
      if (!channel || !('permission_overwrites' in channel) || channel.type === ChannelType.GuildCategory) return []
      return BigInt(channel.permission_overwrites?.find(one => one.id === guildId)?.deny ?? '0')
    })
  const roles = () => [...state.roles.values()].map(({ id, permissions }) => [id, permissions])
  const shape = () => ({ channels: channels(), roles: roles(), paused: state.guild.incidents_data ?? null })
  const general = [...state.channelIds].find(id => context.world.channels.get(id)?.channel.name === 'general') ?? ''
  await owner.say(general, '.antinuke on')
  await until('protection', () => life.query("SELECT 1 FROM settings WHERE feature = 'antinuke'").length > 0)
  const before = shape()
  const differs = (all: ReturnType<typeof shape>) => ({
    channels: all.channels.filter(([, is], place) => String(is) !== String(before.channels[place]?.[1])).length,
    roles: all.roles.filter(([, is], place) => is !== before.roles[place]?.[1]).length,
  })
  const plan = (name: string) =>
    life.query<{ state: string }>('SELECT state FROM plans WHERE plan = ? ORDER BY id DESC', name)[0]?.state
  const slow = () => void (context.conditions.latency = { medianMs: 150, p99Ms: 150 })
  const quick = () => void (context.conditions.latency = { medianMs: 0, p99Ms: 0 })

  slow()
  await owner.say(general, '.antinuke panic')
  await until('a role to have lost its power', () => differs(shape()).roles > 0)
  await life.killed()
  quick()
  expect([plan('panicRun'), differs(shape()).channels]).toEqual(['running', 0])
  await life.run()
  slow()
  await until('some channels to be shut', () => differs(shape()).channels > 0)
  await life.killed()
  expect(plan('panicRun')).toBe('running')
  quick()
  await life.run()
  await until('the server to be shut', () => plan('panicRun') === 'done')
  const shut = shape()
  expect(everyoneIn().every(deny => (deny & P.SendMessages) !== 0n)).toBe(true)
  expect(shut.paused).toMatchObject({ invites_disabled_until: expect.any(String) })

  slow()
  await owner.say(general, '.antinuke panic off')
  await until('something to be open', () => {
    const [is, was] = [differs(shape()), differs(shut)]
    return is.channels + is.roles < was.channels + was.roles
  })
  await life.killed()
  expect(plan('panicEnd')).toBe('running')
  expect(shape()).not.toEqual(before)
  quick()
  await life.run()
  await until('the server to be open', () => plan('panicEnd') === 'done')
  expect(shape()).toEqual(before)
  expect(life.query('SELECT * FROM antinuke_panic')).toEqual([])
})
