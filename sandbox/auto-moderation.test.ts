import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleTriggerType,
  type AutoModerationActionExecution,
  Events,
  GatewayIntentBits as Intent,
  type Message,
} from 'discord.js'
import { expect, test } from 'vitest'
import { loginBot, startSandbox } from '#test/sandbox.ts'

const executing = Intent.Guilds | Intent.GuildMessages | Intent.AutoModerationExecution

test('a bot creates a rule and is notified of what it caught; without the content intent it gets no text', async () => {
  const sandbox = await startSandbox()
  const { world } = sandbox.context
  const reader = await loginBot(sandbox, [executing, Intent.MessageContent])
  const blind = await loginBot(sandbox, [executing])
  const guild = reader.guilds.cache.find(one => one.name === 'Tidewater Makers')
  const channelCalled = (name: string) =>
    [...world.channels.values()].find(({ channel }) => channel.name === name)?.channel.id ?? ''
  const rule = await guild?.autoModerationRules.create({
    name: 'No coins',
    eventType: AutoModerationRuleEventType.MessageSend,
    triggerType: AutoModerationRuleTriggerType.Keyword,
    triggerMetadata: { keywordFilter: ['coin*'], regexPatterns: ['c[o0]ins'] },
    actions: [
      { type: AutoModerationActionType.BlockMessage, metadata: { customMessage: 'Sell elsewhere.' } },
      { type: AutoModerationActionType.SendAlertMessage, metadata: { channel: channelCalled('safety') } },
    ],
    enabled: true,
  })
  const heard: AutoModerationActionExecution[] = []
  const guessed: AutoModerationActionExecution[] = []
  const written: Message[] = []
  reader.on(Events.AutoModerationActionExecution, execution => heard.push(execution))
  blind.on(Events.AutoModerationActionExecution, execution => guessed.push(execution))
  reader.on(Events.MessageCreate, message => written.push(message))
  const answer = await fetch(`${sandbox.api}/v10/channels/${channelCalled('general')}/messages`, {
    method: 'POST',
    headers: { authorization: sandbox.tokenOf('member1'), 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'c0ins for all' }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 200_000 }])
  await expect.poll(() => [heard.length, guessed.length]).toEqual([2, 2])
  expect(heard[0]).toMatchObject({
    ruleId: rule?.id,
    messageId: null,
    content: 'c0ins for all',
    matchedKeyword: 'c[o0]ins',
    matchedContent: 'c0ins',
  })
  expect(guessed[0]).toMatchObject({ content: '', matchedContent: '', matchedKeyword: 'c[o0]ins' })
  expect(written.map(message => message.channelId)).toEqual([channelCalled('safety')])
  expect(heard[1]?.alertSystemMessageId).toBe(written[0]?.id)
  const alert = await written[0]?.fetch(true)
  expect(alert?.embeds[0]?.data.type).toBe('auto_moderation_message')
  expect(sandbox.violations()).toEqual([])
})
