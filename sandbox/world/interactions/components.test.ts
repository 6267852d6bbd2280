import { expect, test } from 'vitest'
import { answer } from './callback.ts'
import { button, codeOf, row, createInteractionWorld } from '#test/sandbox/interactions.ts'

test('a button press carries its message and can change it', () => {
  const demo = createInteractionWorld()
  const message = demo.post([row(button)])
  const pressed = demo.press('member1', message, { component_type: 2, custom_id: 'go' })
  expect(demo.received()).toMatchObject({
    type: 3,
    data: { custom_id: 'go', component_type: 2 },
    message: { id: message.id },
  })
  demo.reply(pressed, { content: 'pressed', components: [] }, 7)
  expect(message).toMatchObject({ content: 'pressed', components: [] })
  expect(codeOf(() => demo.press('member1', message, { custom_id: 'go' }))).toBe(50_035)
})

test('an update of the message may be deferred with nothing but the response type', () => {
  const demo = createInteractionWorld()
  const message = demo.post([row(button)])
  const { id, token } = demo.press('member1', message, { component_type: 2, custom_id: 'go' })
  const { interaction } = answer(demo.sandbox, id, token, { type: 6 }, [])
  expect(interaction.responseId).toBe(message.id)
})

test('a disabled button, an unknown one and one on a hidden message do nothing', () => {
  const demo = createInteractionWorld()
  const message = demo.post([row({ ...button, disabled: true })])
  expect(codeOf(() => demo.press('member1', message, { custom_id: 'go' }))).toBe(50_035)
  expect(codeOf(() => demo.press('member1', message, { custom_id: 'other' }))).toBe(50_035)
  const secret = demo.reply(demo.note('member1'), { content: 'x', components: [row(button)], flags: 64 })
  expect(secret).toBeDefined()
  if (!secret) return
  expect(codeOf(() => demo.press('member2', secret, { custom_id: 'go' }))).toBe(10_008)
  expect(codeOf(() => demo.press('member1', secret, { custom_id: 'go' }))).toBeUndefined()
})

test('a select accepts only its own options, and no more than its limits', () => {
  const demo = createInteractionWorld()
  const options = ['a', 'b', 'c'].map(value => ({ label: value, value }))
  const message = demo.post([
    row({ type: 3, custom_id: 'pick', options, min_values: 1, max_values: 2 }),
    row({ type: 5, custom_id: 'user' }),
    row({ type: 8, custom_id: 'channel', channel_types: [2] }),
  ])
  const pick = (custom_id: string, ...values: string[]) =>
    codeOf(() => demo.press('member1', message, { custom_id, values }))
  expect(pick('pick', 'a', 'b')).toBeUndefined()
  for (const wrong of [[], ['a', 'b', 'c'], ['d'], ['a', 'a']]) expect(pick('pick', ...wrong)).toBe(50_035)
  expect(pick('user', demo.idOf('member2'))).toBeUndefined()
  expect(demo.received()).toMatchObject({ data: { resolved: { users: { [demo.idOf('member2')]: {} } } } })
  expect(pick('user', '1')).toBe(50_035)
  expect(pick('channel', demo.channel_id)).toBe(50_035)
  expect(pick('channel', demo.channelIdByName('Bench talk'))).toBeUndefined()
})
