import {
  AutoModerationActionType as Action,
  AutoModerationRuleTriggerType as Trigger,
  GatewayDispatchEvents as Event,
} from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { editMessage } from '../messages/edit.ts'
import { sendMessage } from '../messages/send.ts'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { startPost, startThreadOn } from '../threads/create.ts'
import { createRule } from './rules.ts'

const block = { type: Action.BlockMessage }

function stage() {
  const play = rehearse()
  const { guild } = play.guildCalled('Tidewater Makers')
  const owner = { userId: play.idOf('owner') }
  const general = play.channelCalled('general')
  const rule = (more: object) =>
    createRule(play.sandbox, owner, guild.id, {
      name: 'No coins',
      event_type: 1,
      trigger_type: Trigger.Keyword,
      trigger_metadata: { keyword_filter: ['coin*'] },
      actions: [block],
      enabled: true,
      ...more,
    })
  const say = (login: string, content: string, channelId = general) =>
    sendMessage(play.sandbox, play.idOf(login), channelId, { content })
  return { ...play, guild, owner, general, rule, say }
}

const refusal = (attempt: () => unknown) => {
  try {
    attempt()
  } catch (error) {
    return error
  }
  throw new Error('it was let through')
}

test('a blocked message never exists: the sender is refused, the alert is posted, each action is told once', () => {
  const play = stage()
  const safety = play.channelCalled('safety')
  const { id } = play.rule({
    actions: [
      block,
      { type: Action.SendAlertMessage, metadata: { channel_id: safety } },
      { type: Action.Timeout, metadata: { duration_seconds: 60 } },
    ],
  })
  const before = play.sandbox.world.channels.get(play.general)?.messages.size
  play.heard()
  expect(refusal(() => play.say('member1', 'Free coins here'))).toMatchObject({
    status: 400,
    code: 200_000,
    message: 'Message was blocked by automatic moderation',
  })
  expect(play.sandbox.world.channels.get(play.general)?.messages.size).toBe(before)
  play.pass()
  const created = play.told.filter(({ type }) => type === Event.MessageCreate).map(({ data }) => data)
  expect(created).toMatchObject([{ channel_id: safety, type: 24, author: { id: play.idOf('member1') } }])
  const alert = created[0]?.['embeds']
  expect(alert).toMatchObject([{ type: 'auto_moderation_message', description: 'Free coins here' }])
  const executions = play.told.filter(({ type }) => type === Event.AutoModerationActionExecution)
  expect(executions.map(({ data, audience }) => [data['action'], audience.anyPermission])).toMatchObject([
    [{ type: 1 }, 1n << 5n],
    [{ type: 2 }, 1n << 5n],
    [{ type: 3 }, 1n << 5n],
  ])
  expect(executions[0]?.data).toEqual({
    guild_id: play.guild.id,
    action: { type: 1, metadata: {} },
    rule_id: id,
    rule_trigger_type: 1,
    user_id: play.idOf('member1'),
    channel_id: play.general,
    content: 'Free coins here',
    matched_keyword: 'coin*',
    matched_content: 'coins',
  })
  expect(executions[1]?.data).toMatchObject({ alert_system_message_id: created[0]?.['id'] })
  expect(play.guildCalled('Tidewater Makers').auditLog.slice(-3)).toMatchObject(
    [143, 144, 145].map(action_type => ({
      action_type,
      user_id: play.idOf('member1'),
      target_id: play.idOf('member1'),
      options: { auto_moderation_rule_name: 'No coins', channel_id: play.general },
    })),
  )
  expect(refusal(() => play.say('member1', 'hello'))).toMatchObject({ code: 50_013 })
  play.pass(60_000)
  play.say('member1', 'hello again')
})

test('a rule that only watches lets the message pass and names it', () => {
  const play = stage()
  play.rule({ actions: [{ type: Action.SendAlertMessage, metadata: { channel_id: play.channelCalled('safety') } }] })
  play.heard()
  const message = play.say('member1', 'two coins')
  expect(play.told.map(({ type }) => type)).toEqual([
    Event.MessageCreate,
    Event.MessageCreate,
    Event.AutoModerationActionExecution,
  ])
  expect(play.told[2]?.data).toMatchObject({ message_id: message.id })
})

test('edits, threads, posts and their titles are judged, too; a refused edit leaves the words as they were', () => {
  const play = stage()
  play.rule({ actions: [{ type: Action.BlockMessage, metadata: { custom_message: 'Sell elsewhere.' } }] })
  const message = play.say('member1', 'hello')
  const edit = () => editMessage(play.sandbox, play.idOf('member1'), play.general, message.id, { content: 'buy coins' })
  expect(refusal(edit)).toMatchObject({
    code: 200_000,
    errors: { content: { _errors: [{ message: 'Sell elsewhere.' }] } },
  })
  expect(message.content).toBe('hello')
  const thread = startThreadOn(play.sandbox, play.owner, play.general, message.id, { name: 'Talk' })
  expect(refusal(() => play.say('member1', 'coins', thread.channel.id))).toMatchObject({ code: 200_000 })
  const forum = play.channelCalled('show-and-tell')
  const post = (name: string, content: string) =>
    startPost(play.sandbox, { userId: play.idOf('member1') }, forum, { name, message: { content } }, [])
  expect(refusal(() => post('A bowl', 'and coins'))).toMatchObject({ code: 200_000 })
  expect(refusal(() => post('Coins', 'a bowl'))).toMatchObject({ code: 200_001 })
})

test('who manages the server, an exempt role, an exempt category and bots are not judged', () => {
  const play = stage()
  const { id: category = '' } = play.sandbox.world.channels.get(play.channelCalled('Staff'))?.channel ?? {}
  play.rule({ exempt_roles: [play.roleCalled('Regular')], exempt_channels: [category] })
  for (const login of ['owner', 'admin', 'member2', 'palisade']) play.say(login, 'coins')
  play.say('moderator', 'coins', play.channelCalled('mod-log'))
  expect(refusal(() => play.say('member4', 'coins'))).toMatchObject({ code: 200_000 })
})

test('spam, presets and mentions have triggers of their own', () => {
  const play = stage()
  play.rule({ trigger_type: Trigger.Spam, trigger_metadata: {} })
  play.rule({ trigger_type: Trigger.KeywordPreset, trigger_metadata: { presets: [1], allow_list: ['damnation'] } })
  play.rule({ trigger_type: Trigger.MentionSpam, trigger_metadata: { mention_total_limit: 1 } })
  const bad = ['FREE NITRO for all', 'damned', `<@${play.idOf('owner')}> <@${play.idOf('admin')}>`]
  for (const text of bad) expect(refusal(() => play.say('member4', text))).toMatchObject({ code: 200_000 })
  for (const text of ['damnation', `<@${play.idOf('owner')}>`, 'nitrogen']) play.say('member4', text)
  play.sandbox.conditions.autoModeration.spamPhrases = []
  play.say('member4', 'FREE NITRO for all')
})
