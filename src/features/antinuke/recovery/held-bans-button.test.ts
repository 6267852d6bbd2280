// @module-tag long
import type { APIMessage } from 'discord-api-types/v10'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { until } from '#test/until.ts'
import { rosterOf } from '../engine/roster.ts'
import { hasReadMembers } from '../engine/membership.ts'
import { eventsOf } from '../incidents/incidents.ts'
import { isKnown } from '../journal/record.ts'
import { heldBansButton } from './held-bans-button.ts'

let server: GuardedServer
afterEach(() => server.app.close())

/**
 * Everybody with power is trusted, except for some. Then one of them makes a bulk ban, which names nobody. @returns who
 * was banned
 */
async function banInBulk({ but = [] }: { but?: readonly string[] } = {}): Promise<string[]> {
  server = await guardedServer()
  const { app, guildId } = server
  const { services } = app.product
  const people = server.oldMembers(20)
  await until(
    'the members to be known',
    () => isKnown(services, guildId, 'member') && hasReadMembers(services, guildId),
  )
  const trusted = [...rosterOf(services, guildId).people.keys()].filter(
    id => !but.some(login => app.as(login).userId === id),
  )
  server.set({ whitelist: trusted, logChannel: app.channel('general') })
  await app.as('admin').rest('POST', `/guilds/${guildId}/bulk-ban`, { user_ids: people })
  await server.settled()
  return people
}

/** The questions, each as its message and its buttons. */
function questions() {
  const { app } = server
  const dm = [...app.sandbox.context.world.channels.values()].find(
    ({ channel }) => 'recipients' in channel && channel.recipients?.some(({ id }) => id === app.as('owner').userId),
  )
  const asked = (channelId: string | undefined) =>
    (channelId === undefined ? [] : app.messages(channelId)).find(
      ({ embeds }) => embeds[0]?.title === 'Many people were banned at once',
    )
  return { direct: asked(dm?.channel.id), log: asked(app.channel('general')) }
}

const id = (to: 'lift' | 'keep') => heldBansButton.id({ guild: server.guildId, number: 1, to })
const isBanned = (people: readonly string[]) => people.map(server.isBanned)
const timeline = () =>
  eventsOf(server.app.product.services, { guildId: server.guildId, number: 1 }).map(({ parts }) =>
    JSON.stringify(parts),
  )

test('bulk bans that only trusted people could have made stay until the owner says otherwise, also after a restart', async () => {
  const people = await banInBulk()
  const { app } = server
  const { direct, log } = await until('the questions', () => {
    const { direct: first, log: second } = questions()
    return first && second && { direct: first, log: second }
  })
  expect(JSON.stringify(direct.components)).toContain('Lift these bans')
  expect(JSON.stringify(log.components)).toContain('Keep them')
  expect(isBanned(people)).not.toContain(false)
  expect(timeline().some(text => text.includes('lift no ban by myself'))).toBe(true)
  await app.restart()
  expect(isBanned(people)).not.toContain(false)
  await app.as('admin').press(log, id('lift'))
  await until('the refusal', () => app.shownTo('admin').some(one => JSON.stringify(one).includes('server owner')))
  expect(isBanned(people)).not.toContain(false)
  await app.as('owner').press(direct, id('lift'))
  await until('the bans to be lifted', () => !isBanned(people).includes(true))
  expect(server.isMember(app.as('admin').userId)).toBe(true)
  await app.as('owner').press(log, id('keep'))
  await until('the answer', () => app.shownTo('owner').some(one => JSON.stringify(one).includes('already been lifted')))
})

test('bans that the owner has decided to keep stay', async () => {
  const people = await banInBulk()
  const { log } = await until('the question', () => (questions().log ? questions() : undefined))
  await server.app.as('owner').press(log as APIMessage, id('keep'))
  await until('it to be written down', () => timeline().some(text => text.includes('that the bans stay')))
  await server.app.as('owner').press(log as APIMessage, id('lift'))
  await until('the refusal', () =>
    server.app.shownTo('owner').some(one => JSON.stringify(one).includes('that they stay')),
  )
  expect(isBanned(people)).not.toContain(false)
})

test('where somebody else could have made the bulk ban, it is undone at once', async () => {
  const people = await banInBulk({ but: ['rogue'] })
  await until('the bans to be lifted', () => !isBanned(people).includes(true))
  expect(questions()).toEqual({ direct: undefined, log: undefined })
  expect(server.isMember(server.app.as('rogue').userId)).toBe(true)
})
