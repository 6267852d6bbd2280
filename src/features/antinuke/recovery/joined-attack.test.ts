// @module-tag long
import { afterEach, expect, test, vi } from 'vitest'
import { type GuardedServer, guardedServer } from '#test/antinuke.ts'
import { currentRecall } from '#kernel/discord/lanes.ts'
import { differing } from '#test/recovery.ts'
import { until } from '#test/until.ts'
import { noteOf } from '../journal/notes.ts'
import { cursorNow, stateAt } from '../journal/state-at.ts'
import { recover } from './recover.ts'
import { countSteps, recoveryById, findingsOf, stepsOf } from './store.ts'

let server: GuardedServer
afterEach(async () => {
  vi.restoreAllMocks()
  await server.app.close()
})

test('what is under way when another attack joins goes on, and nothing is created twice', async () => {
  server = await guardedServer({ autoRecovery: false })
  const { app, guildId } = server
  const { services } = app.product
  const rooms = await server.make('channels', 9)
  await server.caughtUp()
  const isKnown = () => noteOf(services, guildId, 'webhooks') !== undefined && !noteOf(services, guildId, 'gap')
  await until('the server to be known', isKnown)
  const knownGood = stateAt(services, guildId, cursorNow(services, guildId))
  for (const id of rooms) await app.as('owner').rest('DELETE', `/channels/${id}`)
  await server.caughtUp()
  const { rest } = services.client
  const post = rest.post.bind(rest)
  const answered = Promise.withResolvers<void>()
  const asked: unknown[] = []
  const withdrawn: unknown[] = []
  vi.spyOn(rest, 'post').mockImplementation(async (...request) => {
    if (!request[0].endsWith('/channels')) return post(...request)
    asked.push(request[1]?.reason)
    currentRecall()?.waits(() => withdrawn.push(request[1]?.reason))
    const answer = await post(...request)
    await answered.promise
    return answer
  })
  const begin = (ids: readonly string[]) =>
    recover(services, {
      guildId,
      incidentId: null,
      attackers: [],
      knownGood,
      touched: ids.map(id => ({ kind: 'channel' as const, id })),
    }).recoveryId
  const recovery = begin(rooms.slice(0, 5))
  // This many are tried first.
  await until('the first to have been asked for', () => asked.length === 3)
  expect(begin(rooms.slice(5))).toBe(recovery)
  const stored = () => recoveryById(services, recovery)
  await until('the new plan', () => stored()?.joined === false && stored()?.round === 2)
  // A process that is killed now looks for what was begun: it belongs to the new round, by the reasons that were given.
  const round = stepsOf(services, { id: recovery, round: 2 })
  const begun = round.filter(({ state }) => state === 'begun')
  expect(begun.map(({ id }) => `Recovery ${recovery}, step ${id}`)).toEqual(asked)
  expect(new Set(round.map(({ key }) => key)).size).toBe(round.length)
  // They are right whatever else was destroyed: none loses its place in the queue.
  expect(withdrawn).toEqual([])
  answered.resolve()
  await until('it to be over', () => stored()?.state === 'done')
  expect(differing(findingsOf(services, { id: recovery }))).toEqual([])
  expect(asked).toHaveLength(rooms.length)
  expect(countSteps(services, { id: recovery })).toMatchObject({ todo: 0, begun: 0, refused: 0 })
})
