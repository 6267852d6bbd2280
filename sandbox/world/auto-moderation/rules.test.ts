import { AutoModerationActionType as Action, AutoModerationRuleTriggerType as Trigger } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { rehearse } from '#test/sandbox/demo-world.ts'
import { createRule, deleteRule, editRule } from './rules.ts'

function stage() {
  const play = rehearse()
  const state = play.guildCalled('Tidewater Makers')
  const rule = { name: 'Words', event_type: 1, trigger_type: Trigger.Keyword, actions: [{ type: Action.BlockMessage }] }
  const create = (login: string, more: object = {}) =>
    createRule(play.sandbox, { userId: play.idOf(login) }, state.guild.id, { ...rule, ...more })
  return { ...play, state, guildId: state.guild.id, create }
}

test('a rule is made, changed and removed, each told to those who manage the server and logged', () => {
  const play = stage()
  const actor = { userId: play.idOf('palisade') }
  const made = play.create('palisade', { trigger_metadata: { keyword_filter: ['crypto*'] } })
  expect(made.trigger_metadata).toEqual({ keyword_filter: ['crypto*'], regex_patterns: [], allow_list: [] })
  editRule(play.sandbox, actor, play.guildId, made.id, { enabled: true })
  deleteRule(play.sandbox, actor, play.guildId, made.id)
  expect(play.told.map(dispatch => dispatch.audience.anyPermission)).toEqual([1n << 5n, 1n << 5n, 1n << 5n])
  play.pass()
  expect(play.state.auditLog.map(entry => entry.action_type)).toEqual([140, 141, 142])
  expect(play.state.auditLog[1]?.changes).toEqual([{ key: 'enabled', old_value: false, new_value: true }])
})

test('a server has six keyword rules and one of each other kind', () => {
  const play = stage()
  for (let count = 0; count < 6; count++) play.create('owner')
  expect(() => play.create('owner')).toThrow('Invalid Form Body')
  play.create('owner', { trigger_type: Trigger.Spam })
  expect(() => play.create('owner', { trigger_type: Trigger.Spam })).toThrow('Invalid Form Body')
})

test('only those who manage the server touch its rules', () => {
  expect(() => stage().create('moderator')).toThrow('Missing Permissions')
})

test('a timeout fits keywords and mentions alone, an alert needs a channel of the server', () => {
  const play = stage()
  const timeout = { actions: [{ type: Action.Timeout, metadata: { duration_seconds: 60 } }] }
  expect(play.create('owner', timeout).actions).toHaveLength(1)
  expect(() => play.create('owner', { ...timeout, trigger_type: Trigger.Spam })).toThrow('Invalid Form Body')
  const alert = { actions: [{ type: Action.SendAlertMessage, metadata: { channel_id: '1' } }] }
  expect(() => play.create('owner', alert)).toThrow('Invalid Form Body')
})
