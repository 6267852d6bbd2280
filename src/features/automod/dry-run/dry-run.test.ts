import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { until } from '#test/until.ts'
import type { Visitor } from '#test/visitor.ts'

let app: Harness
let owner: Visitor
let general: string
const path = (rest: string) => `/api/guild/${app.guildId}${rest}`
const idOf = (login: string) => app.as(login).userId
beforeAll(async () => {
  app = await createHarness()
  owner = await app.signIn('owner')
  general = app.channel('general')
})
afterAll(() => app.close())

test('a text can be tested with unsaved settings, and recent messages replayed', async () => {
  const settings = { anti_invites: 'on', max_strikes: 1, automod_action: 'ban' }
  const tried = await owner.call('POST', path('/automod/test'), {
    text: 'see discord.gg/abcdef and discord.gg/kiln24',
    channelId: general,
    memberId: idOf('member3'),
    settings,
  })
  expect(tried).toMatchObject({
    status: 200,
    body: {
      exempt: null,
      deleted: true,
      strikes: { before: 0, after: 1, limit: 1 },
      action: 'BAN',
      outcome: 'It is deleted (invites), and its author has 1 strike of 1. That is the limit: Ban.',
    },
  })
  const asModerator = await owner.call('POST', path('/automod/test'), {
    text: 'discord.gg/abcdef',
    channelId: general,
    memberId: idOf('moderator'),
    settings,
  })
  expect(asModerator.body).toMatchObject({ deleted: false, exempt: expect.stringContaining('Manage Messages') })
  const many = { text: 'again', times: 5, settings: { anti_spam: 'on', max_duplicated: 4 } }
  expect((await owner.call('POST', path('/automod/test'), many)).body).toMatchObject({
    deleted: true,
    verdicts: expect.arrayContaining([
      expect.objectContaining({
        rule: 'duplicates',
        state: 'hit',
        sentence: 'The same text came 5 times within 30 seconds; 4 are allowed.',
      }),
    ]),
  })
  const posted = await app.as('member3').say(general, 'psst: frее stuff')
  const replayed = await owner.call('POST', path('/automod/replay'), {
    channelId: general,
    settings: { words: [{ pattern: 'free', kind: 'word' }] },
  })
  expect(replayed.body).toMatchObject({
    hits: [{ messageId: posted.id, content: 'psst: frее stuff', exempt: null, verdicts: [{ rule: 'words' }] }],
  })
  expect(app.messages(general).map(({ id }) => id)).toContain(posted.id)
})

test('recent messages with invites to the server itself are no hits, and trying does not use up what real ones need', async () => {
  const channel = app.channel('announcements')
  const own = await app.as('owner').say(channel, 'bring a friend: discord.gg/kiln24')
  const other = await app.as('owner').say(channel, 'come to discord.gg/NotHere')
  const replayed = await owner.call('POST', path('/automod/replay'), {
    channelId: channel,
    settings: { anti_invites: 'on' },
  })
  const hits = (replayed.body as { hits: { messageId: string }[] }).hits.map(({ messageId }) => messageId)
  expect({ own: hits.includes(own.id), other: hits.includes(other.id) }).toEqual({ own: false, other: true })
  for (let page = 0; page < 25; page += 1)
    await owner.call('POST', path('/automod/test'), {
      text: `discord.gg/none${page}`,
      settings: { anti_invites: 'on' },
    })
  await owner.call('POST', path('/basic'), { automodUpdate: true, enabled: 'on', anti_invites: 'on' })
  expect(await app.answer('owner', '.automod test see discord.gg/kiln24')).toContain('🟢 **Invites**')
  const { code } = await app.as('owner').rest<{ code: string }>('POST', `/channels/${general}/invites`, {})
  const said = await app.as('member1').say(general, `see discord.gg/${code}`)
  const judgedAfter = await app.as('member1').say(general, 'see discord.gg/NowhereElse')
  const left = () => app.messages(general).map(({ id }) => id)
  await until('the other to be gone', () => !left().includes(judgedAfter.id))
  expect(left()).toContain(said.id)
})
