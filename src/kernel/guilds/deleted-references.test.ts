import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract, field } from '#contract'
import { features as everyFeature } from '#features/index.ts'
import { afterRequests } from '#kit/after-requests.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { feature } from '../feature.ts'
import { dropReferences } from './deleted-references.ts'
import { renameId } from './rename-id.ts'

const minute = 60_000
const nobody = { userId: null, via: 'test' }

let app: Harness
let ahead = 0
let isUnderWay = false
let isBroken = false
const told: string[] = []

const settings = z.object({ enabled: field.toggle('On').default(true) })
const guardian = contract('guardian', { title: 'Guardian', settings })
const first = contract('first', { title: 'First', settings })
const second = contract('second', { title: 'Second', settings })
const features = [
  feature(guardian, {
    switch: 'enabled',
    restores: { withinMs: () => 10 * minute, isUnderWay: () => isUnderWay },
  }),
  feature(first, {
    gone: {
      channel() {
        if (isBroken) throw new Error('a bug in the first')
      },
    },
  }),
  feature(second, {
    switch: 'enabled',
    gone: {
      channel: (ctx, id) => void told.push(`channel ${id} of ${ctx.guild.id}`),
      role: (ctx, id) => void told.push(`role ${id} of ${ctx.guild.id}`),
    },
  }),
]

async function start(): Promise<void> {
  ahead = 0
  isUnderWay = isBroken = false
  told.splice(0)
  app = await createHarness({ features, now: () => Date.now() + ahead })
  services().settings.write(app.guildId, second, { enabled: false }, nobody)
}
const services = () => app.product.services
const guild = () => {
  const found = services().client.guilds.cache.get(app.guildId)
  if (!found) throw new Error('the server is gone')
  return found
}
const pass = async (minutes: number) => {
  ahead += minutes * minute
  await services().scheduler.tick()
}

async function deleteChannel(name = 'woodwork'): Promise<string> {
  const id = app.channel(name)
  await app.as('owner').rest('DELETE', `/channels/${id}`)
  await until('the bot to know it', () => !guild().channels.cache.has(id))
  // The deletion is noted after the requests that leave in the same turn.
  await new Promise<void>(resolve => void afterRequests(resolve))
  return id
}

describe('when a channel or role is deleted', () => {
  afterEach(() => app.close())

  test('every feature is notified at once if nothing is to be restored, also one that is off or comes after a bug', async () => {
    await start()
    services().settings.write(app.guildId, guardian, { enabled: false }, nobody)
    isBroken = true
    const channelId = await deleteChannel()
    const role = await app.as('owner').rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, { name: 'brief' })
    await until('the bot to know it', () => guild().roles.cache.has(role.id))
    await app.as('owner').rest('DELETE', `/guilds/${app.guildId}/roles/${role.id}`)
    await until('both to be told', () => told.length === 2)
    expect(told).toEqual([`channel ${channelId} of ${app.guildId}`, `role ${role.id} of ${app.guildId}`])
    expect(app.logged.some(line => line.includes('a bug in the first'))).toBe(true)
  })

  test('where it may be restored, the notice waits, across a restart, until that is over and every feature has handled it', async () => {
    await start()
    const id = await deleteChannel()
    await pass(9)
    // That it is found missing a second time does not postpone anything.
    expect(dropReferences(services(), guild(), { kind: 'channel', id })).toBe(true)
    expect(told).toEqual([])
    isUnderWay = true
    await app.restart()
    await pass(1)
    expect(told).toEqual([])
    isUnderWay = false
    isBroken = true
    await pass(60)
    expect(told).toHaveLength(1)
    isBroken = false
    await pass(61)
    expect(told).toEqual([`channel ${id} of ${app.guildId}`, `channel ${id} of ${app.guildId}`])
    await pass(600)
    expect(told).toHaveLength(2)
  })

  test('references to something that has a new id, or that still exists, are not dropped', async () => {
    await start()
    const id = await deleteChannel()
    const there = app.channel('general')
    renameId(services(), app.guildId, { from: id, to: there }, nobody)
    expect(dropReferences(services(), guild(), { kind: 'channel', id: there })).toBe(true)
    await pass(600)
    expect(told).toEqual([])
  })
})

test('no feature drops references by itself when it hears of a deletion: they could not be restored', () => {
  const listening = everyFeature.filter(
    ({ parts: { listeners = {} } }) => listeners.channelDelete ?? listeners.roleDelete,
  )
  // They raise alarms, update open pages, or note that the message of a panel or menu is gone; none drops anything.
  expect(listening.map(({ contract: { name } }) => name)).toEqual(['antinuke', 'tickets', 'reactionroles'])
})
