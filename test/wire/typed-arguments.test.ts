// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'
import { until } from '../until.ts'

/** What is typed is done, or refused with the nearest alternative; it is never taken for something else. */
let app: Harness
beforeAll(async () => {
  app = await createHarness()
})
afterAll(() => app.close())

const ask = (content: string, login = 'owner', channel = 'general') => app.answer(login, content, app.channel(channel))
const idOf = (login: string) => app.as(login).userId
const guild = () => {
  const found = app.sandbox.context.world.guilds.get(app.guildId)
  if (!found) throw new Error('the guild is gone')
  return found
}
const bans = () => [...guild().bans.keys()]

test.each([
  ['a malformed id between ids', '80351110224678912 8035111022467891x 80351110224678913 raid', '8035111022467891x'],
  ['an id that is too short at the end of the list', '80351110224678912 8035111022467 raid', '8035111022467'],
  ['an id that is too long', '80351110224678912 803511102246789121234 raid', '803511102246789121234'],
  ['an id beyond all that Discord can give', '80351110224678912 99999999999999999999', '99999999999999999999'],
  ['a role among the ids', '80351110224678912,<@&80351110224678913>', '@unknown role'],
  ['a name among the ids', '80351110224678912 jun_tan 80351110224678913', 'jun_tan'],
  ['a name with its sign', '80351110224678912 @jun_tan', '@jun_tan'],
])('%s refuses the whole list, names it, and nobody is banned', async (_what, list, named) => {
  const before = bans()
  const told = await ask(`.massban ${list}`)
  expect(told.replaceAll('\u200B', '')).toContain(named)
  expect(told).toContain('Nothing was done')
  expect(bans()).toEqual(before)
})

test('a mass ban accepts a period of messages to delete among its ids or after them, and a reason with an id in quotes', async () => {
  const said = await app.as('member7').say(app.channel('general'), 'spam')
  expect(await ask(`.massban ${idOf('stranger')} del-1d ${idOf('member7')} "alts of 80351110224678912"`)).toMatch(
    /^Banned 2 of 2/,
  )
  expect(app.messages(app.channel('general')).some(({ id }) => id === said.id)).toBe(false)
  expect(await ask('.history ' + idOf('stranger'))).toContain('alts of 80351110224678912')
  for (const login of ['stranger', 'member7']) await ask(`.unban ${idOf(login)}`)
})

test.each([
  ['.lock woodwrk', '#woodwork'],
  ['.lock woodwrk raid', '#woodwork'],
  ['.lock nosuch', 'write `reason:`'],
  ['.lock "Bench talk"', 'That kind of channel'],
  ['.lock "Wood work" raid', '#woodwork'],
  ['.lock #nowhere raid', 'There is no channel'],
  ['.unlock genral', '#general'],
  ['.slowmode 10 woodwrk', '#woodwork'],
  ['.warn jun_tna spam', 'jun_tan'],
  ['.kick salt spam', 'saltmarsh'],
  ['.autorole add Reguler', 'Regular'],
  ['.ban member1 --silent spam', '--silent'],
  ['.ping pong', 'pong'],
  ['.autorole off @Regular', 'Regular'],
  ['.modlog off #general', 'general'],
  ['.ban member1 <@80351110224678912> spam', 'one too many'],
  ['.ban member1 muted for 2 days', 'or part of the reason'],
  ['.massban member1 80351110224678912 3d raid', 'A mass ban is permanent'],
  ['.massban member1 reason: raid 80351110224678912', 'between IDs'],
])('%s is refused, with the nearest', async (typed, nearest) => {
  const before = bans()
  const told = await ask(typed.replace('member1', idOf('member1')))
  expect(told.replaceAll('\u200B', '')).toContain(nearest)
  expect(told).not.toMatch(/^(?:Locked|Unlocked)/)
  expect(bans()).toEqual(before)
})

test.each([
  ['member8', '3d del-1d spam'],
  ['member6', 'del-1d 3d spam'],
  ['member5', 'duration: 3d delete:1d reason: spam'],
  ['member4', 'delete 1d spam 3d'],
])('of %s, .ban @x %s lasts three days, takes a day of messages and keeps the reason', async (login, options) => {
  const said = await app.as(login).say(app.channel('general'), 'buy this')
  expect(await ask(`.ban ${idOf(login)} ${options}`)).toMatch(/was banned for 3 days/)
  expect(app.messages(app.channel('general')).some(({ id }) => id === said.id)).toBe(false)
  const history = await ask(`.history ${idOf(login)}`)
  expect(history).toContain('spam')
  expect(history).not.toMatch(/del-1d|3d|reason:/)
})

test.each([
  '3d 7d spam',
  'del-1d del-7d',
  'del-xyz spam',
  'del soon spam',
  'delete:2d',
  '--forever spam',
  '—forever spam',
])('.ban @x %s is refused', async options => {
  const told = await ask(`.ban ${idOf('member2')} ${options}`)
  expect(told).toMatch(/given twice|Delete must be|no option/)
  expect(bans()).not.toContain(idOf('member2'))
})

test('the same list in a slash command: refused as a whole, or banned with the period', async () => {
  const owner = app.as('owner')
  const before = bans()
  const shown = app.shownTo('owner').length
  await owner.slash(app.channel('general'), 'massban', { users: `${idOf('member1')} ${idOf('member3')}x` })
  const refusal = await until('the refusal', () => app.shownTo('owner')[shown])
  expect(textOf(refusal)).toContain('is not an ID. Nothing was done')
  expect(bans()).toEqual(before)
  const said = await app.as('member3').say(app.channel('general'), 'spam')
  await owner.slash(app.channel('general'), 'massban', { users: idOf('member3'), delete: 'del-1d', reason: 'raid' })
  await until('the ban', () => bans().includes(idOf('member3')))
  expect(app.messages(app.channel('general')).some(({ id }) => id === said.id)).toBe(false)
})
