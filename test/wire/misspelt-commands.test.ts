import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import leveling from '#features/leveling/contract.ts'
import { createHarness, type Harness } from '../harness.ts'
import { textOf } from '../member.ts'

/**
 * Typing mistakes are understood, or answered with the nearest command that the person may use; conversations are left
 * alone.
 */
let app: Harness
let general: string
let ahead = 0
beforeAll(async () => {
  app = await createHarness({ now: () => Date.now() + ahead })
  general = app.channel('general')
  const owner = await app.signIn('owner')
  for (const module of ['leveling', 'reputation', 'invites'])
    await owner.call('PATCH', `/api/guild/${app.guildId}/modules/${module}`, { enabled: true })
})
afterAll(() => app.close())
/** Corrections in a channel are limited, so time has to pass. */
beforeEach(() => {
  ahead += 60_000
})

const say = (login: string, text: string) => app.as(login).say(general, text)
const ask = async (login: string, text: string) => textOf(await app.answerTo(await say(login, text)))

/** The bot's messages after `first` and before its answer to a later command. */
async function unasked(first: { id: string }): Promise<string[]> {
  const control = await app.as('owner').say(general, '.ping')
  const answer = await app.answerTo(control)
  return app
    .messages(general)
    .filter(({ id, author }) => author.id === app.botId && BigInt(id) > BigInt(first.id) && id !== answer.id)
    .map(textOf)
}

test.each([
  ['.hlep', '`.help`'],
  ['.HELPP', '`.help`'],
  ['.leaderbord xp', '`.leaderboard`'],
  ['.leadrbaord xp', '`.leaderboard`'],
  ['.raknk <@1>', '`.rank`'],
  ['.rnak', '`.rank`'],
  ['.rang <@1>', '`.rank`'],
  ['.avtar', '`.avatar`'],
])('a member who types %s is told %s', async (typed, nearest) => {
  expect(await ask('member1', typed)).toContain(`Did you mean ${nearest}?`)
})

test.each([
  ['.wran @jun_tan spam', '`.warn`'],
  ['.bna 80351110224678912', '`.ban`'],
  ['.mssban 80351110224678912', '`.massban`'],
  ['.purgbots', '`.purgebots`'],
  ['.xp giv <@1> 5', 'Did you mean give?'],
  ['.autodelete liks on', 'Did you mean links?'],
])('a moderator who types %s is told %s, and nothing is done', async (typed, nearest) => {
  expect(await ask('owner', typed)).toContain(nearest)
})

test('commands that the caller may not use are not suggested, and neither are those of a module that is off', async () => {
  const first = await say('member1', '.wran <@1> spam')
  await say('member1', '.bna 80351110224678912')
  await say('member1', '.welcmoe show')
  await ask('owner', '.config reputation off')
  await say('member1', '.reputaton')
  const told = await unasked(first)
  await ask('owner', '.config reputation on')
  expect(told.filter(text => text.includes('Did you mean'))).toEqual([])
})

test('messages that begin with the prefix without being commands get no answer', async () => {
  const chat = [
    '...',
    '..',
    '.',
    '.5 more',
    '.hack the planet',
    '.net is fine',
    '.com',
    '.txt',
    '.oO( hm )',
    '. ping',
    '...help me',
    '.hlep! everybody',
    '.nosuchthing',
    '.thanks',
    '.raking leaves all day long today',
    '.would you come with us tomorrow evening',
    '.gitignore',
    '.env',
    '.asking nicely',
    '.country roads',
    '.racing',
    '.making tea',
    '.hell yeah',
    '.king',
    '.pink floyd',
    '.nice one',
    '.look at that',
    '.love it',
    '.more pls',
    '.nope',
  ]
  const [first] = [await say('member1', 'good evening')]
  for (const text of chat) await say('owner', text)
  expect(await unasked(first)).toEqual([])
})

test('a channel gets a correction once, not every time', async () => {
  const first = await say('member1', 'good morning')
  for (const text of ['.hlep', '.hlep', '.pign', '.uptmie']) await say('member1', text)
  expect((await unasked(first)).filter(text => text.includes('Did you mean'))).toHaveLength(1)
})

test('commands typed in the usual forms of other bots are understood', async () => {
  const { userId } = app.as('member2')
  const told = async (typed: string, login = 'owner') => ask(login, typed)
  expect(await told('.prefix', 'member1')).toContain('My prefix here is `.`')
  expect(await told('.prefix !', 'member1')).toContain('You need Manage Server')
  expect(await told('.prefix !')).toContain('is now `!`')
  expect(await told('!prefix .')).toContain('is now `.`')
  expect(await told('.level', 'member1')).not.toContain('Did you mean')
  expect(await told(`.givexp <@${userId}> 500`)).toContain('is now at level')
  expect(await told(`.setxp <@${userId}> 0`)).toContain('is now at level 1')
  for (const list of ['.cases', '.modlogs']) {
    expect(await told(`${list} <@${userId}>`)).toContain('cases of')
    expect(await told(list)).toContain('Missing: user.')
  }
  expect(await told(`.rep <@${userId}>`, 'member1')).toContain('.rep give')
  expect(await told(`.giverep <@${userId}>`, 'member1')).toContain('a reputation point')
  const announcing = () => app.product.services.settings.read(app.guildId, leveling).announce
  expect(await told('.levelup message off')).toContain('no longer announced')
  expect(announcing()).toBe('never')
  expect(await told('.levelup message on')).toContain('announced')
  expect(announcing()).toBe('always')
  expect(await told(`.warn <@${userId}> posts the same picture`)).toContain('posts the same picture')
})
