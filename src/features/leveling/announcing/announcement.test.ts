import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import type { Visitor } from '#test/visitor.ts'

let harness: Harness
let owner: Visitor
let general: string

beforeAll(async () => {
  harness = await createHarness()
  owner = await harness.signIn('owner')
  general = harness.channel('general')
  await owner.call('POST', `/api/guild/${harness.guildId}/basic`, { statsUpdate: true, ranking: 'on' })
})
afterAll(() => harness.close())

const address = () => `/api/guild/${harness.guildId}/progression/preview`
const answer = async (text: string) => textOf(await harness.answerTo(await harness.as('admin').say(general, text)))

test('the channel for level-ups is set by command, by name or mention, and reset', async () => {
  const placed = async () =>
    ((await owner.call('GET', `/api/guild/${harness.guildId}/basic`)).body as { guild: { stats: object } }).guild.stats
  expect(await answer(`.levelup channel <#${general}>`)).toContain(`in <#${general}>`)
  expect(await placed()).toMatchObject({ levelup_channel: general })
  expect(await answer('.levelup channel announcements')).toContain('cannot be used here')
  expect(await answer('.levelup channel')).toContain('Name a channel, or say off.')
  expect(await answer(`.levelup channel off <#${general}>`)).toContain('Give the channel or off, not both.')
  expect(await placed()).toMatchObject({ levelup_channel: general })
  expect(await answer('.levelup channel off')).toContain('where the XP was earned')
  expect(await placed()).toMatchObject({ levelup_channel: null })
})

test('the preview says what is missing in the words of the specification, and is sent as at level 5', async () => {
  const preview = async (message: string, channel: string | null) => {
    const { status, body } = await owner.call('POST', address(), { message, channel })
    return [status, (body as { error?: string }).error]
  }
  expect(await preview(' ', general)).toEqual([400, 'Please enter a level-up message first'])
  // What could not be saved is not shown as if it could.
  expect(await preview('x'.repeat(2001), general)).toEqual([400, 'Level-up message can have at most 2000 characters.'])
  expect(await preview('hi', null)).toEqual([400, 'Please select a channel for the preview'])
  expect(await preview('hi', 'nowhere')).toEqual([400, 'Invalid channel or bot lacks permissions'])
  const { conditions } = harness.sandbox.context
  const failing = async (status: number, count: number) => {
    conditions.failNext = { count, status, route: 'POST /channels/:channel_id/messages' }
    const answered = await preview('hi', general)
    conditions.failNext = undefined
    return answered
  }
  expect(await failing(403, 1)).toEqual([400, 'Invalid channel or bot lacks permissions'])
  expect(await failing(503, 10)).toEqual([503, expect.stringContaining('Discord is not answering')])
  const sent = await owner.call('POST', address(), {
    message: '{username}\\n{level} {server} {count}',
    channel: '#general',
  })
  expect(sent.body).toMatchObject({ success: true, message: 'Level-up preview sent to #general.' })
  expect(harness.messages(general).at(-1)?.content).toMatch(/^mara\.w\n5 Tidewater Makers \d+$/)
})

test('after a missing answer, a repeated request posts the preview once', async () => {
  const before = harness.messages(general).length
  const key = randomUUID()
  for (const press of [{ key }, { key }, { key: randomUUID() }])
    expect((await owner.call('POST', address(), { message: 'hi', channel: general, ...press })).status).toBe(200)
  expect(harness.messages(general)).toHaveLength(before + 2)
})
