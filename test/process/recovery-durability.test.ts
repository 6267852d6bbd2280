import { expect, test } from 'vitest'
import { applicationOf } from '#sandbox/demo/environment.ts'
import { useKilledProduct } from '../killed-product.ts'
import { memberOf } from '../member.ts'
import { until } from '../until.ts'

/** A server is restored once, however often the process is killed meanwhile. */
const life = useKilledProduct()

test('killed twice while it restores a server, it ends with the same channels, and none of them twice', async () => {
  await life.run()
  const { sandbox, home } = life
  const { context } = sandbox
  const { guildId } = home
  const state = context.world.guilds.get(guildId)
  if (!state) throw new Error('no guild')
  const as = (login: string) => memberOf({ sandbox, applicationId: applicationOf(sandbox).id, guildId }, login)
  const rooms = () =>
    [...state.channelIds].flatMap(id => {
      const channel = context.world.channels.get(id)?.channel
      return channel && [0, 2, 4, 5].includes(channel.type) ? [{ id, name: channel.name ?? '' }] : []
    })
  const names = () =>
    rooms()
      .map(({ name }) => name)
      .toSorted()
  const general = rooms().find(({ name }) => name === 'general')?.id ?? ''
  await as('owner').say(general, '.antinuke on')
  await until(
    'the server to be known',
    () =>
      life.query("SELECT 1 FROM antinuke_journal_notes WHERE name = 'members' AND guild_id = ?", guildId).length > 0,
  )
  const before = names()
  const rogue = as('rogue')
  const doomed = rooms().slice(0, 8)
  context.conditions.latency = { medianMs: 150, p99Ms: 150 }
  await Promise.all(doomed.map(({ id }) => rogue.rest('DELETE', `/channels/${id}`).catch(() => undefined)))

  const count = (condition: string) =>
    life.query(`SELECT 1 FROM antinuke_recovery_steps WHERE ${condition} AND act LIKE '{"do":"create"%'`).length
  await until('something to be begun', () => count("state = 'begun'") > 0)
  await life.killed()
  expect(names()).not.toEqual(before)
  await life.run()
  const done = count("state = 'done'")
  await until('more to be done', () => count("state = 'done'") > done && count("state = 'begun'") > 0)
  await life.killed()
  expect(names()).not.toEqual(before)
  context.conditions.latency = { medianMs: 0, p99Ms: 0 }
  await life.run()

  await until('the recovery to be over', () => {
    const all = life.query<{ state: string }>('SELECT state FROM antinuke_recoveries')
    return all.length > 0 && all.every(({ state: at }) => at === 'done')
  })
  expect(names()).toEqual(before)
  expect(life.query("SELECT name, field, reason FROM antinuke_recovery_report WHERE result = 'differs'")).toEqual([])
})
