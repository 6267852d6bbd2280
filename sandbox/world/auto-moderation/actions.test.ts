import {
  AutoModerationActionType as Action,
  AutoModerationRuleTriggerType as Trigger,
  GatewayDispatchEvents as Event,
} from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { editMessage } from '../messages/edit.ts'
import { sendMessage } from '../messages/send.ts'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { startPost, startThreadOn } from '../threads/create.ts'
import { createRule } from './rules.ts'

const block = { type: Action.BlockMessage }

function stage() {
  const demo = createDemoWorld()
  const { guild } = demo.guildByName('Tidewater Makers')
  const owner = { userId: demo.idOf('owner') }
  const general = demo.channelIdByName('general')
  const rule = (more: object) =>
    createRule(demo.sandbox, owner, guild.id, {
      name: 'No coins',
      event_type: 1,
      trigger_type: Trigger.Keyword,
      trigger_metadata: { keyword_filter: ['coin*'] },
      actions: [block],
      enabled: true,
      ...more,
    })
  const say = (login: string, content: string, channelId = general) =>
    sendMessage(demo.sandbox, demo.idOf(login), channelId, { content })
  return { ...demo, guild, owner, general, rule, say }
}

const refusal = (attempt: () => unknown) => {
  try {
    attempt()
  } catch (error) {
    return error
  }
  throw new Error('it was let through')
}

test('a blocked message is never created: its sender gets an error, the alert is posted, each action is announced once', () => {
  const demo = stage()
  const safety = demo.channelIdByName('safety')
  const { id } = demo.rule({
    actions: [
      block,
      { type: Action.SendAlertMessage, metadata: { channel_id: safety } },
      { type: Action.Timeout, metadata: { duration_seconds: 60 } },
    ],
  })
  const before = demo.sandbox.world.channels.get(demo.general)?.messages.size
  demo.takeTypes()
  expect(refusal(() => demo.say('member1', 'Free coins here'))).toMatchObject({
    status: 400,
    code: 200_000,
    message: 'Message was blocked by automatic moderation',
  })
  expect(demo.sandbox.world.channels.get(demo.general)?.messages.size).toBe(before)
  demo.advance()
  const created = demo.dispatches.filter(({ type }) => type === Event.MessageCreate).map(({ data }) => data)
  expect(created).toMatchObject([{ channel_id: safety, type: 24, author: { id: demo.idOf('member1') } }])
  const alert = created[0]?.['embeds']
  expect(alert).toMatchObject([{ type: 'auto_moderation_message', description: 'Free coins here' }])
  const executions = demo.dispatches.filter(({ type }) => type === Event.AutoModerationActionExecution)
  expect(executions.map(({ data, audience }) => [data['action'], audience.anyPermission])).toMatchObject([
    [{ type: 1 }, 1n << 5n],
    [{ type: 2 }, 1n << 5n],
    [{ type: 3 }, 1n << 5n],
  ])
  expect(executions[0]?.data).toEqual({
    guild_id: demo.guild.id,
    action: { type: 1, metadata: {} },
    rule_id: id,
    rule_trigger_type: 1,
    user_id: demo.idOf('member1'),
    channel_id: demo.general,
    content: 'Free coins here',
    matched_keyword: 'coin*',
    matched_content: 'coins',
  })
  expect(executions[1]?.data).toMatchObject({ alert_system_message_id: created[0]?.['id'] })
  expect(demo.guildByName('Tidewater Makers').auditLog.slice(-3)).toMatchObject(
    [143, 144, 145].map(action_type => ({
      action_type,
      user_id: demo.idOf('member1'),
      target_id: demo.idOf('member1'),
      options: { auto_moderation_rule_name: 'No coins', channel_id: demo.general },
    })),
  )
  expect(refusal(() => demo.say('member1', 'hello'))).toMatchObject({ code: 50_013 })
  demo.advance(60_000)
  demo.say('member1', 'hello again')
})

test('a rule that only alerts lets the message through and names it', () => {
  const demo = stage()
  demo.rule({ actions: [{ type: Action.SendAlertMessage, metadata: { channel_id: demo.channelIdByName('safety') } }] })
  demo.takeTypes()
  const message = demo.say('member1', 'two coins')
  expect(demo.dispatches.map(({ type }) => type)).toEqual([
    Event.MessageCreate,
    Event.MessageCreate,
    Event.AutoModerationActionExecution,
  ])
  expect(demo.dispatches[2]?.data).toMatchObject({ message_id: message.id })
})

test('edits, threads, posts and their titles are filtered, too; a refused edit leaves the text as it was', () => {
  const demo = stage()
  demo.rule({ actions: [{ type: Action.BlockMessage, metadata: { custom_message: 'Sell elsewhere.' } }] })
  const message = demo.say('member1', 'hello')
  const edit = () => editMessage(demo.sandbox, demo.idOf('member1'), demo.general, message.id, { content: 'buy coins' })
  expect(refusal(edit)).toMatchObject({
    code: 200_000,
    errors: { content: { _errors: [{ message: 'Sell elsewhere.' }] } },
  })
  expect(message.content).toBe('hello')
  const thread = startThreadOn(demo.sandbox, demo.owner, demo.general, message.id, { name: 'Talk' })
  expect(refusal(() => demo.say('member1', 'coins', thread.channel.id))).toMatchObject({ code: 200_000 })
  const forum = demo.channelIdByName('show-and-tell')
  const post = (name: string, content: string) =>
    startPost(demo.sandbox, { userId: demo.idOf('member1') }, forum, { name, message: { content } }, [])
  expect(refusal(() => post('A bowl', 'and coins'))).toMatchObject({ code: 200_000 })
  expect(refusal(() => post('Coins', 'a bowl'))).toMatchObject({ code: 200_001 })
})

test('server managers, exempt roles, exempt categories and bots are not filtered', () => {
  const demo = stage()
  const { id: category = '' } = demo.sandbox.world.channels.get(demo.channelIdByName('Staff'))?.channel ?? {}
  demo.rule({ exempt_roles: [demo.roleIdByName('Regular')], exempt_channels: [category] })
  for (const login of ['owner', 'admin', 'member2', 'palisade']) demo.say(login, 'coins')
  demo.say('moderator', 'coins', demo.channelIdByName('mod-log'))
  expect(refusal(() => demo.say('member4', 'coins'))).toMatchObject({ code: 200_000 })
})

test('spam, presets and mentions have triggers of their own', () => {
  const demo = stage()
  demo.rule({ trigger_type: Trigger.Spam, trigger_metadata: {} })
  demo.rule({ trigger_type: Trigger.KeywordPreset, trigger_metadata: { presets: [1], allow_list: ['damnation'] } })
  demo.rule({ trigger_type: Trigger.MentionSpam, trigger_metadata: { mention_total_limit: 1 } })
  const bad = ['FREE NITRO for all', 'damned', `<@${demo.idOf('owner')}> <@${demo.idOf('admin')}>`]
  for (const text of bad) expect(refusal(() => demo.say('member4', text))).toMatchObject({ code: 200_000 })
  for (const text of ['damnation', `<@${demo.idOf('owner')}>`, 'nitrogen']) demo.say('member4', text)
  demo.sandbox.conditions.autoModeration.spamPhrases = []
  demo.say('member4', 'FREE NITRO for all')
})
