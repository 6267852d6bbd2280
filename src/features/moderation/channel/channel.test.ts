// @module-tag long
import {
  type APIMessage,
  type APIOverwrite,
  GatewayDispatchEvents,
  MessageType,
  PermissionFlagsBits as P,
} from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createHarness, type Harness } from '#test/harness.ts'
import { lastCaseOf } from '#test/moderation-cases.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const day = 86_400_000
const idAt = (ms: number, place = 0) => String((BigInt(ms - 1_420_070_400_000) << 22n) + BigInt(place))

const place = (channel: string) => {
  const found = harness.sandbox.context.world.channels.get(harness.channel(channel))
  if (!found) throw new Error(`no channel ${channel}`)
  return found
}

/** Creates a channel's whole history: what was said, by whom and how long ago, oldest first. */
function history(
  channel: string,
  said: readonly { by: string; text: string; daysAgo?: number; more?: Partial<APIMessage> }[],
) {
  const { messages, pins } = place(channel)
  const [sample] = harness.messages(harness.channel('general'))
  if (!sample) throw new Error('nobody ever said anything')
  messages.clear()
  pins.clear()
  const now = harness.sandbox.context.now()
  said.forEach(({ by, text, daysAgo = 0, more }, index) => {
    const at = now - 60_000 - daysAgo * day
    const author = [...harness.sandbox.context.world.accounts.values()].find(({ login }) => login === by)?.user
    if (!author) throw new Error(`no account ${by}`)
    const id = idAt(at, index)
    messages.set(id, {
      ...sample,
      id,
      channel_id: harness.channel(channel),
      author,
      content: text,
      timestamp: new Date(at).toISOString(),
      attachments: [],
      embeds: [],
      type: MessageType.Default,
      pinned: false,
      ...more,
    })
    if (more?.pinned) pins.set(id, new Date(at).toISOString())
  })
}

/** Returns the messages of people in a channel, oldest first. */
const standing = (channel: string) =>
  harness
    .messages(harness.channel(channel))
    .filter(({ author }) => author.id !== harness.botId)
    .map(({ content }) => content)

const say = (login: string, channel: string, content: string) =>
  harness.as(login).say(harness.channel(channel), content)
const answer = async (login: string, channel: string, content: string) =>
  textOf(await harness.answerTo(await say(login, channel, content)))

const lastCase = () => lastCaseOf(harness)

test('a purge deletes exactly as many as asked: not the command, pinned messages, or newer ones', async () => {
  history('woodwork', [
    { by: 'member1', text: 'pinned', more: { pinned: true } },
    ...['one', 'two', 'three', 'four'].map(text => ({ by: 'member1', text })),
  ])
  const asked = say('moderator', 'woodwork', '.purge 3')
  const meanwhile = asked.then(() => say('member1', 'woodwork', 'said meanwhile'))
  expect(textOf(await harness.answerTo(await asked))).toBe('Deleted 3 messages.')
  await meanwhile
  expect(standing('woodwork')).toEqual(['pinned', 'one', 'said meanwhile'])
  expect(await lastCase()).toMatchObject({
    kind: 'purge',
    count: 3,
    channel: { id: harness.channel('woodwork') },
    moderator: { id: harness.as('moderator').userId },
    target: null,
  })
})

test('the reply to a typed purge is deleted after five seconds; a slash reply is shown only to the caller', async () => {
  history('woodwork', [
    { by: 'member1', text: 'one' },
    { by: 'member1', text: 'two' },
  ])
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const told = await harness.answerTo(await say('moderator', 'woodwork', '.purge 1'))
  expect(textOf(told)).toBe('Deleted 1 message.')
  const [takeAway] = await until('the timer', () => timers.mock.calls.find(([, ms]) => ms === 5_000))
  timers.mockRestore()
  takeAway()
  await until('the answer to go', () => !place('woodwork').messages.has(told.id))
  await harness.as('moderator').slash(harness.channel('woodwork'), 'purge all', { amount: 5 })
  const shown = await until('the slash answer', () => harness.shownTo('moderator').find(one => textOf(one) !== ''))
  expect(textOf(shown)).toBe('Deleted 1 message. There are no more like that here.')
  expect(standing('woodwork')).toEqual([])
})

test('the filtered purges delete what they name, even from members who left, and nothing else', async () => {
  const attachments = [
    { id: '1', filename: 'a.png', size: 1, url: 'https://cdn.example/a.png', proxy_url: 'https://cdn.example/a.png' },
  ]
  const mixed = [
    { by: 'tally', text: 'count 1' },
    { by: 'member1', text: 'look https://example.org' },
    { by: 'member1', text: 'picture', more: { attachments } },
    { by: 'stranger', text: 'I was here' },
    { by: 'member1', text: 'Free NITRO here' },
    { by: 'member1', text: 'discord.gg/abc', more: { pinned: true } },
    { by: 'member1', text: 'plain' },
    { by: 'tally', text: 'count 2' },
  ]
  const left = async (command: string) => {
    history('woodwork', mixed)
    const told = await answer('moderator', 'woodwork', command)
    const there = standing('woodwork')
    return { told, gone: mixed.map(({ text }) => text).filter(text => !there.includes(text)) }
  }
  const ended = 'There are no more like that here.'
  expect(await left('.purgebots 1')).toEqual({ told: 'Deleted 1 message by bots.', gone: ['count 2'] })
  expect(await left('.purgebot')).toEqual({
    told: `Deleted 2 messages by bots. ${ended}`,
    gone: ['count 1', 'count 2'],
  })
  expect((await left('.purgelinks')).gone).toEqual(['look https://example.org'])
  expect((await left('.purgeattach 5')).gone).toEqual(['picture'])
  expect((await left('.purgetoken "free nitro"')).gone).toEqual(['Free NITRO here'])
  expect((await left(`.purgeuser ${harness.as('stranger').userId}`)).gone).toEqual(['I was here'])
})

test('messages of one member are found however far back, but nothing older than two weeks is deleted', async () => {
  history('kiln-and-clay', [
    { by: 'member2', text: 'long ago', daysAgo: 15 },
    { by: 'member2', text: 'deep', daysAgo: 13 },
    ...Array.from({ length: 230 }, (_, count) => ({ by: 'member3', text: `filler ${count}` })),
    { by: 'member2', text: 'recent' },
  ])
  expect(await answer('moderator', 'kiln-and-clay', `.purgeuser ${harness.as('member2').userId} 50`)).toBe(
    'Deleted 2 messages by ines.k. The rest are older than two weeks: Discord does not allow deleting those in bulk.',
  )
  expect(standing('kiln-and-clay')).toEqual([
    'long ago',
    ...Array.from({ length: 230 }, (_, count) => `filler ${count}`),
  ])
})

test('a purge that is refused, or finds nothing, deletes nothing', async () => {
  history('woodwork', [{ by: 'member1', text: 'pinned', more: { pinned: true } }])
  expect(await answer('moderator', 'woodwork', '.purge 5')).toContain('I found nothing to delete')
  expect(await answer('moderator', 'woodwork', '.purge 100')).toContain('Amount must be at most 99.')
  expect(await answer('moderator', 'woodwork', '.purge 0')).toContain('Amount must be at least 1.')
  expect(await answer('moderator', 'woodwork', '.purgebots many')).toContain('Amount must be a whole number.')
  expect(await answer('member1', 'woodwork', '.purge 5')).toContain('You need Manage Messages for that.')
  expect(standing('woodwork')).toHaveLength(6)
})

test('slowmode that was changed a moment ago is known, even before Discord has sent the event', async () => {
  const slow = (rate_limit_per_user: number) =>
    harness.as('owner').rest('PATCH', `/channels/${harness.channel('woodwork')}`, { rate_limit_per_user })
  const emit = harness.sandbox.context.emit
  harness.sandbox.context.emit = dispatch => {
    if (dispatch.type !== GatewayDispatchEvents.ChannelUpdate) emit(dispatch)
  }
  try {
    await slow(90)
    expect(await answer('admin', 'woodwork', '.slowmode 90')).toContain('is already 1 minute 30 seconds')
    expect(await answer('admin', 'woodwork', '.slowmode off')).toContain('is off. Case #')
    expect(await lastCase()).toMatchObject({ kind: 'slowmode', detail: '1 minute 30 seconds → off' })
  } finally {
    harness.sandbox.context.emit = emit
  }
})

test('slowmode is set, shown and switched off, in the named channel', async () => {
  const limit = () => (place('arrivals').channel as { rate_limit_per_user?: number }).rate_limit_per_user ?? 0
  const named = `<#${harness.channel('arrivals')}>`
  expect(await answer('admin', 'general', `.slowmode 1m30s ${named}`)).toMatch(
    /^Members wait 1 minute 30 seconds between messages in <#\d+>\. Case #\d+\.$/,
  )
  expect(limit()).toBe(90)
  expect(await lastCase()).toMatchObject({ kind: 'slowmode', detail: 'off → 1 minute 30 seconds' })
  expect(await answer('admin', 'general', `.slowmode 90 ${named}`)).toContain('is already 1 minute 30 seconds')
  expect(await answer('admin', 'general', `.slowmode 7h ${named}`)).toContain('Wait must be at most 6 hours.')
  expect(await answer('admin', 'arrivals', '.slowmode off')).toContain('is off. Case #')
  expect(limit()).toBe(0)
  expect(await answer('moderator', 'general', '.slowmode 5')).toContain('You need Manage Channels')
})

const overwrites = (channel: string): APIOverwrite[] => {
  const held = place(channel).channel
  const listed = 'permission_overwrites' in held ? (held.permission_overwrites ?? []) : []
  return listed.toSorted((a, b) => a.id.localeCompare(b.id))
}

test('a lock keeps members from writing, survives a restart, and unlocking restores the channel exactly', async () => {
  const room = harness.channel('general')
  const regular = [...(harness.sandbox.context.world.guilds.get(harness.guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Regular',
  )
  const path = `/channels/${room}/permissions`
  await harness.as('owner').rest('PUT', `${path}/${harness.guildId}`, {
    type: 0,
    allow: String(P.SendMessages | P.AttachFiles),
    deny: String(P.SendTTSMessages),
  })
  expect(await answer('admin', 'general', '.lock')).toContain('I need Send Text-to-Speech Messages for that, because')
  await harness.as('owner').rest('PUT', `${path}/${harness.guildId}`, {
    type: 0,
    allow: String(P.SendMessages | P.AttachFiles),
    deny: String(P.AddReactions),
  })
  await harness.as('owner').rest('PUT', `${path}/${regular?.id}`, { type: 0, allow: String(P.SendMessages), deny: '0' })
  const before = overwrites('general')

  const told = await answer('admin', 'general', '.lock raid in progress')
  expect(told).toMatch(
    /^Locked <#\d+>\. Case #\d+\. <@&\d+> can still write there: the channel's permissions allow it\.\nReason: raid in progress$/,
  )
  expect(await lastCase()).toMatchObject({ kind: 'lock', reason: 'raid in progress', channel: { id: room } })
  await expect(say('member6', 'general', 'let me in')).rejects.toThrow('50013')
  await say('member2', 'general', 'I am a regular')
  expect(await answer('admin', 'general', '.lock')).toContain('is already locked')

  await harness.restart()
  expect(await answer('admin', 'woodwork', `.unlock <#${room}>`)).toMatch(/^Unlocked <#\d+>/)
  expect(overwrites('general')).toEqual(before)
  await say('member6', 'general', 'back again')
  expect(await answer('admin', 'general', '.unlock')).toContain('is not locked')
  expect(await answer('admin', 'woodwork', '.lock General raid')).toContain(`Locked <#${room}>`)
  expect(await lastCase()).toMatchObject({ kind: 'lock', reason: 'raid', channel: { id: room } })
  expect(await answer('admin', 'woodwork', '.unlock general')).toContain(`Unlocked <#${room}>`)
})

test('a channel that cannot or need not be locked is refused in a sentence; a Discord error leaves no half lock', async () => {
  expect(await answer('admin', 'woodwork', '.lock #announcements')).toContain('there is nothing to lock')
  expect(await answer('admin', 'woodwork', '.unlock #announcements')).toContain('I did not lock')
  expect(await answer('moderator', 'woodwork', '.lock')).toContain('You need Manage Channels')
  const before = overwrites('arrivals')
  harness.sandbox.context.conditions.failNext = { count: 1, status: 403, route: 'permissions' }
  expect(await answer('admin', 'woodwork', '.lock #arrivals')).not.toContain('Locked')
  expect(overwrites('arrivals')).toEqual(before)
  expect(await answer('admin', 'woodwork', '.lock #arrivals')).toMatch(/^Locked/)
  expect(await answer('admin', 'woodwork', '.unlock #arrivals')).toMatch(/^Unlocked/)
  expect(overwrites('arrivals')).toEqual(before)
})
