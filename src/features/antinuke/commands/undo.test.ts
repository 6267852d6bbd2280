// @module-tag long
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { antinukeSanctions } from '../engine/table.ts'
import { undoPunishmentButton } from './undo.ts'

let server: GuardedServer
afterEach(() => server.app.close())

const buttonOf = (message: { components?: unknown }) =>
  (message.components as { components: { custom_id: string }[] }[])[0]?.components[0]?.custom_id ?? ''

/** An administrator deletes roles, and is banned for it. @returns the administrator */
async function attacked(): Promise<string> {
  server = await guardedServer()
  const roles = await server.make('roles', 6, 'crew', missed)
  await server.caughtUp()
  const rogue = server.app.as('rogue')
  await whileAllowed(roles.map(id => () => rogue.rest('DELETE', `/guilds/${server.guildId}/roles/${id}`)))
  await until('the attack to be stopped', () => server.incidents().find(({ state }) => state === 'contained'))
  await server.settled(1)
  return rogue.userId
}

test('once an incident is over, people who may can take back in chat what was done, after a question that says what follows', async () => {
  const rogue = await attacked()
  const { app } = server
  const { services } = app.product
  const general = app.channel('general')
  const ask = async (login: string, text: string) => app.answerTo(await app.as(login).say(general, text))
  expect(textOf(await ask('owner', '.antinuke undo 7'))).toContain('There is no incident with this number.')
  expect(textOf(await ask('admin', '.antinuke undo 1'))).toMatch(/^You (are not|do not)/)
  expect(textOf(await ask('owner', `.antinuke undo 1 ${app.as('member3').userId}`))).toContain(
    `Nothing was done against <@${app.as('member3').userId}> in incident 1`,
  )
  const [first] = services.db.select().from(antinukeSanctions).all()
  const alsoAgainst = (login: string, how: Partial<typeof antinukeSanctions.$inferInsert>) =>
    services.db
      .insert(antinukeSanctions)
      .values({ ...first!, id: undefined, userId: app.as(login).userId, ...how })
      .returning()
      .get()
  // Nothing could be done against one of them, another had left before, and the answer about a third is still missing.
  const kept = alsoAgainst('member4', { state: 'refused', done: null })
  const gone = alsoAgainst('member5', { state: 'done', done: null })
  const pending = alsoAgainst('member2', { state: 'pending', done: null })
  const later = alsoAgainst('member1', {})
  const question = await ask('owner', '.antinuke undo 1')
  expect(textOf(question)).toContain(`Lifts the ban of <@${rogue}>.`)
  expect(textOf(question)).not.toContain(app.as('member5').userId)
  expect(server.isBanned(rogue)).toBe(true)
  const stateOf = ({ id }: { id: number }) =>
    services.db.select().from(antinukeSanctions).where(eq(antinukeSanctions.id, id)).get()?.state
  const remove = ({ id }: { id: number }) =>
    services.db.delete(antinukeSanctions).where(eq(antinukeSanctions.id, id)).run()
  const become = ({ id }: { id: number }, how: Partial<typeof antinukeSanctions.$inferInsert>) =>
    services.db.update(antinukeSanctions).set(how).where(eq(antinukeSanctions.id, id)).run()
  let refusals = 0
  const refused = async () => {
    await app.as('owner').press(question, buttonOf(question))
    refusals++
    await until(
      'the refusal',
      () =>
        app.shownTo('owner').filter(one => textOf(one).includes('What was done in it has changed in the meantime.'))
          .length === refusals,
    )
  }
  // Somebody takes back what was done against one of them, and the answer about another arrives: the number stays the
  // same.
  become(first!, { state: 'undone' })
  become(pending, { state: 'done', done: 'ban' })
  await refused()
  become(first!, { state: 'done' })
  await refused()
  // The same number, and the same people, but more was done against one of them.
  remove(pending)
  become(first!, { done: 'timeout' })
  await refused()
  become(first!, { done: 'ban' })
  const other = alsoAgainst('member4', {})
  await refused()
  remove(other)
  expect(stateOf(first!)).toBe('done')
  expect(stateOf(later)).toBe('done')
  remove(later)
  await app.as('owner').slash(general, 'antinuke undo', { number: 1, user: rogue })
  const asked = await until('the question', () =>
    app.shownTo('owner').find(one => textOf(one).includes(`Lifts the ban of <@${rogue}>.`)),
  )
  await app.as('admin').press(question, buttonOf(question))
  expect(server.isBanned(rogue)).toBe(true)
  await app.as('owner').press(asked, buttonOf(asked))
  await until('the ban to be lifted', () => !server.isBanned(rogue))
  await until('it to be written down', () => stateOf(first!) === 'undone')
  // People whom the question did not name are not forgiven.
  expect(stateOf(kept)).toBe('refused')
  expect(textOf(await ask('owner', '.antinuke undo 1'))).toContain('Nothing was done against anybody in incident 1')
  expect(server.incidents()[0]?.state).not.toBe('undone')
  // Nothing is left to take back for somebody who had left before.
  remove(kept)
  alsoAgainst('member1', {})
  const last = await ask('owner', '.antinuke undo 1')
  await app.as('owner').press(last, buttonOf(last))
  await until('the incident to be undone', () => server.incidents()[0]?.state === 'undone')
  expect(stateOf(gone)).toBe('done')
})

test('somebody who left before anything was done is not asked about, and nothing is claimed to be taken back', async () => {
  server = await guardedServer({ punishment: 'KICK' })
  server.set({ logChannel: server.app.channel('general') })
  const roles = await server.make('roles', 6, 'crew', missed)
  await server.caughtUp()
  const { app } = server
  const { context } = app.sandbox
  const rogue = app.as('rogue')
  // They leave before the bot hears of what they did.
  const { emit } = context
  const held: Parameters<typeof emit>[0][] = []
  context.emit = dispatch => void held.push(dispatch)
  await whileAllowed(roles.map(id => () => rogue.rest('DELETE', `/guilds/${server.guildId}/roles/${id}`)))
  await rogue.rest('DELETE', `/users/@me/guilds/${server.guildId}`)
  context.emit = emit
  for (const one of held) emit(one)
  await server.settled(1)
  const { db } = app.product.services
  expect(db.select().from(antinukeSanctions).all()).toMatchObject([{ userId: rogue.userId, state: 'done', done: null }])
  const general = app.channel('general')
  const told = await until('the log', () =>
    app.messages(general).find(({ embeds }) => embeds[0]?.title === 'An attack is over'),
  )
  expect(textOf(told)).toContain(`<@${rogue.userId}> was gone before anything was done.`)
  for (const call of ['.antinuke undo 1', `.antinuke undo 1 ${rogue.userId}`])
    expect(textOf(await app.answerTo(await app.as('owner').say(general, call)))).toMatch(
      /^Nothing was done against (anybody|<@\d+>) in incident 1 that could be undone\./,
    )
})

test('the data of the question fits into its button, however large the numbers are', () => {
  const longest = { until: Date.now(), number: 999_999, named: 'x'.repeat(11), user: '9'.repeat(20) }
  expect(undoPunishmentButton.id(longest, '9'.repeat(20)).length).toBeLessThanOrEqual(100)
})
