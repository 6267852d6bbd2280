// @module-tag long
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type GuardedServer, guardedServer, missed, whileAllowed } from '#test/antinuke.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'
import { antinukeSanctions } from '../engine/table.ts'

let server: GuardedServer
afterAll(() => server.app.close())

/** An administrator deletes roles, and is banned for it. @returns who it was */
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

test('once it is over, what was done is taken back in chat, by those who may, after a question that tells what follows', async () => {
  const rogue = await attacked()
  const { app } = server
  const { services } = app.product
  const general = app.channel('general')
  const ask = async (login: string, text: string) => app.answerTo(await app.as(login).say(general, text))
  const button = (message: { components?: unknown }) =>
    (message.components as { components: { custom_id: string }[] }[])[0]?.components[0]?.custom_id ?? ''
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
  // Nothing could be done against one, and about another nobody knows yet.
  const kept = alsoAgainst('member4', { state: 'refused', done: null })
  const pending = alsoAgainst('member2', { state: 'pending', done: null })
  const later = alsoAgainst('member1', {})
  const question = await ask('owner', '.antinuke undo 1')
  expect(textOf(question)).toContain(`Lifts the ban of <@${rogue}>.`)
  expect(server.isBanned(rogue)).toBe(true)
  const stateOf = ({ id }: { id: number }) =>
    services.db.select().from(antinukeSanctions).where(eq(antinukeSanctions.id, id)).get()?.state
  const remove = ({ id }: { id: number }) =>
    services.db.delete(antinukeSanctions).where(eq(antinukeSanctions.id, id)).run()
  services.db
    .update(antinukeSanctions)
    .set({ state: 'done', done: 'ban' })
    .where(eq(antinukeSanctions.id, pending.id))
    .run()
  await app.as('owner').press(question, button(question))
  await until('the refusal', () =>
    app.shownTo('owner').some(one => textOf(one).includes('What was done in it has changed meanwhile.')),
  )
  remove(pending)
  // Somebody else is stopped meanwhile.
  const other = alsoAgainst('member4', {})
  await app.as('owner').press(question, button(question))
  await until('the refusal', () =>
    app.shownTo('owner').some(one => textOf(one).includes('Somebody else has been stopped meanwhile.')),
  )
  remove(other)
  remove(later)
  await app.as('owner').slash(general, 'antinuke undo', { number: 1, user: rogue })
  const asked = await until('the question', () =>
    app.shownTo('owner').find(one => textOf(one).includes(`Lifts the ban of <@${rogue}>.`)),
  )
  await app.as('admin').press(question, button(question))
  expect(server.isBanned(rogue)).toBe(true)
  await app.as('owner').press(asked, button(asked))
  await until('the ban to be lifted', () => !server.isBanned(rogue))
  await until('it to be written down', () => stateOf(first!) === 'undone')
  // Whom the question did not name is not forgiven.
  expect(stateOf(kept)).toBe('refused')
  expect(textOf(await ask('owner', '.antinuke undo 1'))).toContain('Nothing was done against anybody in incident 1')
  expect(server.incidents()[0]?.state).not.toBe('undone')
})
