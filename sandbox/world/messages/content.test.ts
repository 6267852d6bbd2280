import { GatewayIntentBits as Intent } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { getMessage } from './list.ts'
import { sendMessage } from './send.ts'

test('a bot that may not read content gets none over REST either, except for messages meant for it', () => {
  const { sandbox, idOf, channelIdByName } = createDemoWorld()
  const general = channelIdByName('general')
  const say = (login: string, content: string) => sendMessage(sandbox, idOf(login), general, { content }).id
  const read = (login: string, id: string) => getMessage(sandbox, idOf(login), general, id).content
  const [own, called, other] = [
    say('tally', 'mine'),
    say('member1', `<@${idOf('tally')}> hi`),
    say('member1', 'secret'),
  ]
  expect([own, called, other].map(id => read('tally', id))).toEqual(['mine', `<@${idOf('tally')}> hi`, 'secret'])
  const tally = [...sandbox.world.applications.values()].find(one => one.botUserId === idOf('tally'))
  if (tally) tally.privilegedIntents &= ~Intent.MessageContent
  expect([own, called, other].map(id => read('tally', id))).toEqual(['mine', `<@${idOf('tally')}> hi`, ''])
  expect(read('member2', other)).toBe('secret')
})
