import { AutoModerationActionType as Action, AutoModerationRuleTriggerType as Trigger } from 'discord-api-types/v10'
import { expect, test } from 'vitest'
import { createDemoWorld } from '#test/sandbox/demo-world.ts'
import { createRule, deleteRule, editRule } from './rules.ts'

function stage() {
  const demo = createDemoWorld()
  const state = demo.guildByName('Tidewater Makers')
  const rule = { name: 'Words', event_type: 1, trigger_type: Trigger.Keyword, actions: [{ type: Action.BlockMessage }] }
  const create = (login: string, more: object = {}) =>
    createRule(demo.sandbox, { userId: demo.idOf(login) }, state.guild.id, { ...rule, ...more })
  return { ...demo, state, guildId: state.guild.id, create }
}

test('a rule is created, changed and removed; each change is logged and sent to those who manage the server', () => {
  const demo = stage()
  const actor = { userId: demo.idOf('palisade') }
  const made = demo.create('palisade', { trigger_metadata: { keyword_filter: ['crypto*'] } })
  expect(made.trigger_metadata).toEqual({ keyword_filter: ['crypto*'], regex_patterns: [], allow_list: [] })
  editRule(demo.sandbox, actor, demo.guildId, made.id, { enabled: true })
  deleteRule(demo.sandbox, actor, demo.guildId, made.id)
  expect(demo.dispatches.map(dispatch => dispatch.audience.anyPermission)).toEqual([1n << 5n, 1n << 5n, 1n << 5n])
  demo.advance()
  expect(demo.state.auditLog.map(entry => entry.action_type)).toEqual([140, 141, 142])
  expect(demo.state.auditLog[1]?.changes).toEqual([{ key: 'enabled', old_value: false, new_value: true }])
})

test('a server has six keyword rules and one of each other kind', () => {
  const demo = stage()
  for (let count = 0; count < 6; count++) demo.create('owner')
  expect(() => demo.create('owner')).toThrow('Invalid Form Body')
  demo.create('owner', { trigger_type: Trigger.Spam })
  expect(() => demo.create('owner', { trigger_type: Trigger.Spam })).toThrow('Invalid Form Body')
})

test('only those who manage the server may change its rules', () => {
  expect(() => stage().create('moderator')).toThrow('Missing Permissions')
})

test('only keyword and mention rules take a timeout; an alert needs a channel of the server', () => {
  const demo = stage()
  const timeout = { actions: [{ type: Action.Timeout, metadata: { duration_seconds: 60 } }] }
  expect(demo.create('owner', timeout).actions).toHaveLength(1)
  expect(() => demo.create('owner', { ...timeout, trigger_type: Trigger.Spam })).toThrow('Invalid Form Body')
  const alert = { actions: [{ type: Action.SendAlertMessage, metadata: { channel_id: '1' } }] }
  expect(() => demo.create('owner', alert)).toThrow('Invalid Form Body')
})
