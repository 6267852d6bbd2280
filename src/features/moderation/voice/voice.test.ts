// @module-tag long
import { PermissionFlagsBits as P } from 'discord-api-types/v10'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectVoice } from '#sandbox/world/voice.ts'
import { createHarness, type Harness } from '#test/harness.ts'
import { lastCaseOf } from '#test/moderation-cases.ts'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterAll(() => harness.close())

const answer = (login: string, channel: string, content: string) =>
  harness.answer(login, content, harness.channel(channel))

const lastCase = () => lastCaseOf(harness)

const seat = (login: string) =>
  harness.sandbox.context.world.guilds.get(harness.guildId)?.voiceStates.get(harness.as(login).userId)

function sitDown(login: string, channel: string) {
  const channelId = harness.channel(channel)
  expect(connectVoice(harness.sandbox.context, harness.as(login).userId, harness.guildId, { channelId })).toBe(true)
}

test('people in voice are muted, deafened, moved and disconnected, each with its own case', async () => {
  const { userId } = harness.as('member3')
  const act = (command: string, more = '') => answer('admin', 'woodwork', `.${command} <@${userId}>${more}`)
  expect(await act('vmute')).toContain('Oakley is not in a voice channel.')
  sitDown('member3', 'Bench talk')
  expect(await act('vunmute')).toContain('is not muted in voice')
  expect(await act('vmute', ' too loud')).toMatch(/^Muted \*\*Oakley\*\*\. Case #\d+\.\nReason: too loud$/)
  expect(seat('member3')).toMatchObject({ mute: true, deaf: false })
  expect(await lastCase()).toMatchObject({ kind: 'voice-mute', reason: 'too loud', target: { id: userId } })
  expect(await act('vmute')).toContain('is already muted in voice')
  for (const [command, kind, state] of [
    ['vunmute', 'voice-unmute', { mute: false }],
    ['deafen', 'deafen', { deaf: true }],
    ['undeafen', 'undeafen', { deaf: false }],
  ] as const) {
    await act(command)
    expect(seat('member3')).toMatchObject(state)
    expect(await lastCase()).toMatchObject({ kind })
  }
  expect(await act('move', ' "Bench talk"')).toContain('already')
  expect(await act('move', ' "Quiet corner" more room')).toMatch(/^Moved to <#\d+>: \*\*Oakley/)
  expect(seat('member3')).toMatchObject({ channel_id: harness.channel('Quiet corner') })
  expect(await lastCase()).toMatchObject({ kind: 'move', detail: '#Bench talk → #Quiet corner', reason: 'more room' })
  expect(await act('disconnect')).toMatch(/^Disconnected \*\*Oakley\*\*/)
  expect(seat('member3')).toBeUndefined()
  expect(await lastCase()).toMatchObject({ kind: 'disconnect', channel: { id: harness.channel('Quiet corner') } })
})

test('in voice, too, hierarchy and permissions apply, and people are not moved to channels they may not join', async () => {
  const told = (login: string, command: string, target: string, more = '') =>
    answer(login, 'woodwork', `.${command} <@${harness.as(target).userId}>${more}`)
  sitDown('admin', 'Bench talk')
  sitDown('member4', 'Bench talk')
  expect(await told('moderator', 'vmute', 'admin')).toContain('your highest role must be above theirs')
  expect(await told('moderator', 'deafen', 'member4')).toContain('You need Deafen Members for that.')
  expect(await told('moderator', 'disconnect', 'moderator')).toContain('You cannot disconnect yourself.')
  const room = harness.channel('Quiet corner')
  await harness.as('owner').rest('PUT', `/channels/${room}/permissions/${harness.as('member4').userId}`, {
    type: 1,
    allow: '0',
    deny: String(P.Connect),
  })
  expect(await told('moderator', 'move', 'member4', ' "Quiet corner"')).toContain('may not join')
  expect(seat('member4')).toMatchObject({ channel_id: harness.channel('Bench talk') })
})
