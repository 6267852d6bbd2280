// @module-tag long
import { ChannelType, GatewayOpcodes as Op, MessageType } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import moderation from '#features/moderation/contract.ts'
import { play } from '#sandbox/recording/play.ts'
import type { Recording } from '#sandbox/recording/recording.ts'
import type { SandboxOptions } from '#sandbox/server.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

/** A product that times out members with this many warnings. */
async function begin(maxWarn: number, sandbox: SandboxOptions): Promise<Harness> {
  const harness = await createHarness({ sandbox })
  harness.product.services.settings.write(harness.guildId, moderation, { maxWarn }, { userId: null, via: 'test' })
  return harness
}

const conversation = (harness: Harness) =>
  harness.messages(harness.channel('general')).map(message => [message.id, message.author.id, textOf(message)])

/**
 * Warnings up to the threshold, a picture, a reaction, somebody in a voice channel, newcomers, and a day that passes.
 */
async function eventfulRun(harness: Harness): Promise<void> {
  const moderator = harness.as('moderator')
  const member = harness.as('member1')
  const general = harness.channel('general')
  for (const reason of ['first', 'second']) {
    const typed = await moderator.say(general, `.warn <@${member.userId}> ${reason}`)
    const answer = await harness.answerTo(typed)
    await moderator.rest('PUT', `/channels/${general}/messages/${answer.id}/reactions/%F0%9F%91%8D/@me`)
  }
  const picture = new File([new Uint8Array([137, 80, 78, 71, 0, 255])], 'bench.png', { type: 'image/png' })
  await harness.as('member2').say(general, 'look at this', {}, [picture])
  const voice = harness.sandbox.context.world.guilds.get(harness.guildId)?.channelIds ?? new Set()
  const channel = [...voice].find(
    id => harness.sandbox.context.world.channels.get(id)?.channel.type === ChannelType.GuildVoice,
  )
  const data = { guild_id: harness.guildId, channel_id: channel, self_mute: false, self_deaf: false }
  harness.sandbox.gateway.request(moderator.userId, Op.VoiceStateUpdate, data)
  const joined = await fetch(`${harness.sandbox.url}/sandbox/guilds/${harness.guildId}/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 3 }),
  })
  expect(joined.status).toBe(200)
  harness.sandbox.advance(24 * 3_600_000)
  await harness.answerTo(await moderator.say(general, `.case 1`))
}

async function recordedRun(): Promise<{ recording: Recording; told: unknown; timedOut: unknown }> {
  const harness = await begin(2, { record: true })
  await eventfulRun(harness)
  const response = await fetch(`${harness.sandbox.url}/sandbox/recording`)
  const recording = (await response.json()) as Recording
  const outcome = { recording, told: conversation(harness), timedOut: timeoutOf(harness) }
  await harness.close()
  return outcome
}

const timeoutOf = (harness: Harness) =>
  harness.sandbox.context.world.guilds.get(harness.guildId)?.members.get(harness.as('member1').userId)
    ?.communication_disabled_until

test('a run is recorded and replayed with a fresh product, with the same ids', async () => {
  const { recording, told, timedOut } = await recordedRun()
  expect(timedOut).toBeTruthy()
  expect(recording.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['READY', 'GUILD_CREATE', 'MESSAGE_REACTION_ADD', 'GUILD_MEMBER_ADD']),
  )
  const again = await begin(2, { replay: recording })
  const played = await play(again.sandbox)
  expect(played).toEqual({ missing: [], extra: [], different: [] })
  await until('the same conversation', () => JSON.stringify(conversation(again)) === JSON.stringify(told))
  expect(again.sandbox.context.world.guilds.get(again.guildId)?.voiceStates.size).toBeGreaterThan(0)
  await again.close()
})

test('timed events are replayed as they were, and refused requests are refused again', async () => {
  const harness = await begin(2, { record: true })
  const { id: channelId, rest } = { id: harness.channel('general'), rest: harness.as('moderator').rest }
  const poll = await rest<{ id: string }>('POST', `/channels/${channelId}/messages`, {
    poll: { question: { text: 'Which wood?' }, answers: [{ poll_media: { text: 'Oak' } }], duration: 1 },
  })
  harness.sandbox.advance(3_700_000)
  const ended = await until('the result', () =>
    harness.messages(channelId).find(({ type }) => type === MessageType.PollResult),
  )
  await rest('PUT', `/channels/${channelId}/messages/${ended.id}/reactions/%F0%9F%91%8D/@me`)
  await expect(harness.as('member1').rest('DELETE', `/channels/${channelId}/messages/${poll.id}`)).rejects.toThrow(
    'Missing Permissions',
  )
  const recording = harness.sandbox.tape.recording()
  const statuses = recording?.acts.filter(({ method }) => method === 'DELETE').map(({ status }) => status)
  await harness.close()
  if (!recording) throw new Error('nothing was recorded')
  expect(statuses).toEqual([403])
  const again = await begin(2, { replay: recording })
  expect(await play(again.sandbox)).toEqual({ missing: [], extra: [], different: [] })
  expect(again.messages(channelId).find(({ type }) => type === MessageType.PollResult)?.id).toBe(ended.id)
  await again.close()
})

test('an action that is answered differently than in the recording is reported', async () => {
  const { recording } = await recordedRun()
  const conditions = { failNext: { count: 1, status: 503, route: 'PUT /channels' } }
  const again = await begin(2, { replay: recording, conditions })
  const { different } = await play(again.sandbox)
  expect(different.map(({ act, status }) => [act.method, act.status, status])).toEqual([['PUT', 204, 503]])
  await again.close()
})

test('differences in what another product does in the same run are reported', async () => {
  const { recording } = await recordedRun()
  const lenient = await begin(5, { replay: recording })
  const { missing, extra } = await play(lenient.sandbox, { patienceMs: 1000 })
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toContain(
    `PATCH /guilds/${lenient.guildId}/members/${lenient.as('member1').userId}`,
  )
  expect(extra).toEqual([])
  expect(timeoutOf(lenient)).toBeFalsy()
  await lenient.close()
})

test('another bot’s answer to a command is an action of its own and is replayed', async () => {
  const harness = await begin(2, { record: true })
  const { world } = harness.sandbox.context
  const tally = [...world.applications.values()].find(({ name }) => name === 'Tally')
  if (!tally) throw new Error('the demo has no Tally')
  const library = { 'user-agent': 'DiscordBot (https://example.test, 1)', 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body: object, headers: object = {}) => {
    const url = `${harness.sandbox.api}/v10${path}`
    const answer = await fetch(url, { method, headers: { ...library, ...headers }, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
  }
  const commands = `/applications/${tally.id}/guilds/${harness.guildId}/commands`
  await ask('POST', commands, { name: 'tide', description: 'When' }, { authorization: `Bot ${tally.token}` })
  const general = harness.channel('general')
  await harness.as('member1').rest('POST', '/interactions', {
    type: 2,
    application_id: tally.id,
    guild_id: harness.guildId,
    channel_id: general,
    data: { type: 1, name: 'tide' },
  })
  const interaction = [...world.interactions.values()].find(({ applicationId }) => applicationId === tally.id)
  const { id, token } = interaction ?? { id: '', token: '' }
  await ask('POST', `/interactions/${id}/${token}/callback`, { type: 4, data: { content: 'At six.' } })
  await ask('PATCH', `/webhooks/${tally.id}/${token}/messages/@original`, { content: 'At seven.' })
  await ask('POST', `/webhooks/${tally.id}/${token}`, { content: 'And at eight.' })
  const told = conversation(harness)
  const recording = harness.sandbox.tape.recording()
  await harness.close()
  if (!recording) throw new Error('nothing was recorded')
  expect(told.slice(-2).map(([, , text]) => text)).toEqual(['At seven.', 'And at eight.'])
  const again = await begin(2, { replay: recording })
  expect(await play(again.sandbox)).toEqual({ missing: [], extra: [], different: [] })
  expect(conversation(again)).toEqual(told)
  await again.close()
})
