import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  for (const name of ['leveling', 'reputation', 'moderation']) await answer(`.config ${name} on`)
})
afterAll(() => harness.close())

const answer = (typed: string, login = 'owner') =>
  harness.answer(login, typed.replaceAll('@jun', `<@${harness.as('member1').userId}>`))

test.each([
  ['.slowmode 5 seconds', 'wait 5 seconds between'],
  ['.slowmode 1 minute', 'wait 1 minute between'],
  ['.slowmode 10,', 'wait 10 seconds between'],
  ['.slowmode 21600', 'wait 6 hours between'],
  ['.slowmode 2 minutes general', 'wait 2 minutes between'],
  ['.slowmode disable', 'is off. Case'],
  ['.slowmode 10 #general', 'wait 10 seconds between'],
  ['.slowmode 0', 'is off. Case'],
  ['.slowmode none', 'is already off'],
  ['.slowmode', 'Say how long members wait, or off.'],
  ['.slowmode 21601', 'Wait must be at most 6 hours.'],
  ['.slowmode 1.5s', 'in whole seconds'],
  ['.slowmode -5', 'Wait must be more than 0'],
  ['.slowmode soon', 'There is no channel “soon”'],
])('a wait is typed as it is said: %s', async (typed, told) => {
  expect(await answer(typed)).toContain(told)
})

test.each([
  ['.kick me', 'You cannot kick yourself.'],
  ['.ban @me', 'You cannot ban yourself.'],
  ['.mute myself 10m', 'You cannot time out yourself.'],
  ['.avatar me', 'mara.w'],
  ['.xp give me 50', 'is now at level 1 with 50 XP'],
  ['.kick him spam', '“him” does not say who. Use a mention, a name or an ID.'],
  ['.kick yourself', '“yourself” does not say who.'],
  ['.ban everyone', '“everyone” cannot be chosen: this works on one at a time. Nothing was done.\n'],
])('who is meant by a word that is no name: %s', async (typed, told) => {
  expect(await answer(typed)).toContain(told)
})

test('whoever is called “me” is not taken for whoever says so, nor the other way round', async () => {
  const { userId } = harness.as('member2')
  const path = `/guilds/${harness.guildId}/members/${userId}`
  await harness.as('owner').rest('PATCH', path, { nick: 'Me' })
  await harness.heard()
  expect(await answer('.kick me')).toContain('Several match “me”')
  await harness.as('owner').rest('PATCH', path, { nick: null })
})

test.each([
  ['.purge last 5', 'Deleted 5 messages.'],
  ['.purge 3 messages', 'Deleted 3 messages.'],
  ['.purge the last 4 msgs', 'Deleted 4 messages.'],
  ['.purge bots last 2', 'Deleted 2 messages by bots.'],
  ['.xp give @jun 50 xp', 'with 50 XP'],
  ['.xp add @jun 10', 'with 60 XP'],
  ['.xp remove @jun 60', 'with 0 XP'],
  ['.rep add @jun', 'gave'],
])('what is counted and what is done are said as people say them: %s', async (typed, told) => {
  for (let time = 0; time < 5; time += 1) await harness.as('owner').say(harness.channel('general'), 'hello')
  expect(await answer(typed)).toContain(told)
})

test.each([
  ['.levels on', '“on” belongs to another command. Did you mean `.config leveling on`?'],
  ['.leveling off', 'Did you mean `.config leveling off`?'],
  ['.ticket on', 'Did you mean `.config tickets on`?'],
  ['.rep on', 'Did you mean `.config reputation on`?'],
  ['.warn list @jun', '“list” belongs to another command. Did you mean `.warnings list`?'],
  ['.warn clear @jun', 'Did you mean `.warnings clear` or `.clearwarn`?'],
  ['.note list @jun', 'Did you mean `.notes`?'],
  ['.timeout remove @jun', 'Did you mean `.removetimeout`?'],
  ['.purge 5 bots', 'I do not know what to do with “bots”.'],
  ['.purge 5 bots', 'Did you mean `.purge bots`?'],
  ['.purge @jun 10', '`.purge user`'],
  ['.purge my last 5', 'At most 99 go at once: `.purge 99`. `.purge user`'],
  ['.purge everything', 'Amount must be a whole number. At most 99 go at once: `.purge 99`. `.purge user`'],
  ['.xp give @jun -50', 'Amount must be at least 1.'],
])('what another command does is answered with that one: %s', async (typed, told) => {
  expect(await answer(typed)).toContain(told)
})

test('nobody is told of a command that they may not use', async () => {
  const told = await answer('.levels on', 'member1')
  expect(told).toContain('Board must be xp, invite or rep.')
  expect(told).not.toContain('config')
})
