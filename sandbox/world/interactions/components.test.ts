import { expect, test } from 'vitest'
import { answer } from './callback.ts'
import { button, codeOf, row, stage } from '#test/sandbox/interactions.ts'

test('a press carries its message and can change it', () => {
  const play = stage()
  const message = play.post([row(button)])
  const pressed = play.press('member1', message, { component_type: 2, custom_id: 'go' })
  expect(play.received()).toMatchObject({
    type: 3,
    data: { custom_id: 'go', component_type: 2 },
    message: { id: message.id },
  })
  play.reply(pressed, { content: 'pressed', components: [] }, 7)
  expect(message).toMatchObject({ content: 'pressed', components: [] })
  expect(codeOf(() => play.press('member1', message, { custom_id: 'go' }))).toBe(50_035)
})

test('a change of the message may be put off, with nothing but the kind of the answer', () => {
  const play = stage()
  const message = play.post([row(button)])
  const { id, token } = play.press('member1', message, { component_type: 2, custom_id: 'go' })
  const { interaction } = answer(play.sandbox, id, token, { type: 6 }, [])
  expect(interaction.responseId).toBe(message.id)
})

test('a disabled button, an unknown one and one on a message that one does not see do nothing', () => {
  const play = stage()
  const message = play.post([row({ ...button, disabled: true })])
  expect(codeOf(() => play.press('member1', message, { custom_id: 'go' }))).toBe(50_035)
  expect(codeOf(() => play.press('member1', message, { custom_id: 'other' }))).toBe(50_035)
  const secret = play.reply(play.note('member1'), { content: 'x', components: [row(button)], flags: 64 })
  expect(secret).toBeDefined()
  if (!secret) return
  expect(codeOf(() => play.press('member2', secret, { custom_id: 'go' }))).toBe(10_008)
  expect(codeOf(() => play.press('member1', secret, { custom_id: 'go' }))).toBeUndefined()
})

test('a select takes what it offers, as much as it asks for', () => {
  const play = stage()
  const options = ['a', 'b', 'c'].map(value => ({ label: value, value }))
  const message = play.post([
    row({ type: 3, custom_id: 'pick', options, min_values: 1, max_values: 2 }),
    row({ type: 5, custom_id: 'user' }),
    row({ type: 8, custom_id: 'channel', channel_types: [2] }),
  ])
  const pick = (custom_id: string, ...values: string[]) =>
    codeOf(() => play.press('member1', message, { custom_id, values }))
  expect(pick('pick', 'a', 'b')).toBeUndefined()
  for (const wrong of [[], ['a', 'b', 'c'], ['d'], ['a', 'a']]) expect(pick('pick', ...wrong)).toBe(50_035)
  expect(pick('user', play.idOf('member2'))).toBeUndefined()
  expect(play.received()).toMatchObject({ data: { resolved: { users: { [play.idOf('member2')]: {} } } } })
  expect(pick('user', '1')).toBe(50_035)
  expect(pick('channel', play.channel_id)).toBe(50_035)
  expect(pick('channel', play.channelCalled('Bench talk'))).toBeUndefined()
})
