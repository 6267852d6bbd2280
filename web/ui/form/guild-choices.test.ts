import { expect, test } from 'vitest'
import { type ChannelEntry, groupChannels, listRoles, offered, type RoleEntry } from './guild-choices.tsx'

const channel = (id: string, type: number, position: number, more: Partial<ChannelEntry> = {}): ChannelEntry => ({
  id,
  name: `channel-${id}`,
  type,
  position,
  parentId: null,
  botCanView: true,
  botCanSend: true,
  callerCanView: true,
  hiddenFromBot: false,
  ...more,
})
const names = (channels: readonly ChannelEntry[], ...rest: [(readonly number[])?, boolean?]) =>
  groupChannels(channels, ...rest).map(group => [group.label, group.choices.map(choice => choice.value)])

test('channels are listed by category, in the order of the client, those without one first', () => {
  const channels = [
    channel('11', 4, 1),
    channel('10', 4, 0),
    channel('3', 0, 5, { parentId: '11' }),
    channel('2', 0, 2, { parentId: '10' }),
    channel('1', 0, 9),
    channel('4', 0, 1, { parentId: '10' }),
  ]
  expect(names(channels)).toEqual([
    [undefined, ['1']],
    ['channel-10', ['4', '2']],
    ['channel-11', ['3']],
  ])
})

test('only the wanted kinds are offered, and voice channels come after text channels', () => {
  const channels = [channel('1', 2, 0), channel('2', 0, 7), channel('3', 15, 1)]
  expect(names(channels)).toEqual([[undefined, ['2']]])
  expect(names(channels, [0, 2])).toEqual([[undefined, ['2', '1']]])
})

test('a channel whose category is unknown is still offered', () => {
  expect(names([channel('1', 0, 0, { parentId: '99' })])).toEqual([[undefined, ['1']]])
})

test('categories themselves can be chosen', () => {
  expect(names([channel('1', 4, 0), channel('2', 0, 0, { parentId: '1' })], [4])).toEqual([[undefined, ['1']]])
})

test('a channel that the bot cannot write in says what to change, if it has to write there', () => {
  const silent = channel('1', 0, 0, { botCanSend: false })
  const hidden = channel('2', 0, 1, { botCanSend: false, botCanView: false })
  expect(groupChannels([silent, hidden])[0]?.choices.map(({ note, disabled }) => [note, disabled])).toEqual([
    ['The bot cannot write here. Give it Send Messages.', true],
    ['The bot cannot see this channel. Give it View Channel.', true],
  ])
  expect(groupChannels([silent], [0], false)[0]?.choices[0]?.disabled).toBeUndefined()
})

const role = (id: string, position: number, more: Partial<RoleEntry> = {}): RoleEntry => ({
  id,
  name: id,
  colour: '#000000',
  position,
  assignable: true,
  reason: null,
  takingReason: null,
  ...more,
})

test('roles are listed from the highest down, without @everyone', () => {
  const roles = [role('guild', 0), role('low', 1), role('high', 7)]
  expect(listRoles(roles, 'guild')[0]?.choices.map(choice => choice.value)).toEqual(['high', 'low'])
})

test('roles that can be chosen come first, however high the others are', () => {
  const stuck = { assignable: false, reason: 'Too high.', takingReason: null }
  const roles = [role('owners', 9, stuck), role('low', 1), role('bot', 8, stuck), role('high', 7)]
  const listed = (use?: 'give') =>
    listRoles(roles, undefined, use).map(({ label, choices }) => [label, choices.map(({ value }) => value)])
  expect(listed('give')).toEqual([
    [undefined, ['high', 'low']],
    ['Cannot be chosen', ['owners', 'bot']],
  ])
  expect(listed()).toEqual([[undefined, ['owners', 'bot', 'high', 'low']]])
})

test('a role the bot cannot give is disabled with the reason', () => {
  const [group] = listRoles(
    [role('1', 1, { assignable: false, reason: 'Managed by Discord, cannot be given.' })],
    undefined,
    'give',
  )
  expect(group?.choices[0]).toMatchObject({ disabled: true, note: 'Managed by Discord, cannot be given.' })
})

test('a role to be taken is disabled if it cannot be; one that is only listed never is', () => {
  const stuck = role('1', 1, { assignable: false, reason: 'Dangerous.', takingReason: 'Too high.' })
  expect(listRoles([stuck], undefined, 'take')[0]?.choices[0]).toMatchObject({ disabled: true, note: 'Too high.' })
  expect(listRoles([{ ...stuck, takingReason: null }], undefined, 'take')[0]?.choices[0]).not.toHaveProperty('note')
  expect(listRoles([stuck], undefined, undefined)[0]?.choices[0]).not.toHaveProperty('note')
})

test('a channel that somebody cannot see is offered only if already chosen, and says why it cannot be chosen', () => {
  const secret = channel('2', 0, 1, { callerCanView: false, name: 'hidden channel' })
  const all = [channel('1', 0, 0), secret]
  expect(offered(all, ['1']).map(({ id }) => id)).toEqual(['1'])
  const kept = groupChannels(offered(all, ['2']))[0]?.choices.at(-1)
  expect(kept).toMatchObject({ value: '2', note: 'You cannot see this channel.', disabled: true })
})

test('a channel hidden from the bot is offered only if already chosen, and says how to make it visible', () => {
  const hidden = { callerCanView: false, botCanView: false, hiddenFromBot: true, name: 'channel hidden from the bot' }
  const all = [channel('1', 0, 0), channel('2', 0, 1, hidden)]
  expect(offered(all, []).map(({ id }) => id)).toEqual(['1'])
  for (const checkUse of [true, false])
    expect(groupChannels(offered(all, ['2']), [0], checkUse)[0]?.choices.at(-1)).toMatchObject({
      label: 'channel hidden from the bot',
      note: 'The bot cannot see this channel. Give it View Channel.',
      disabled: true,
    })
})
