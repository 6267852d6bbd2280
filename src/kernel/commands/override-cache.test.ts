import { EventEmitter } from 'node:events'
import { ApplicationCommandPermissionType, type Client } from 'discord.js'
import { expect, test, vi } from 'vitest'
import type { Logger } from '../log.ts'
import { createOverrideCache } from './override-cache.ts'

const denied = [{ id: 'someone', type: ApplicationCommandPermissionType.User, permission: false }]

/** A client whose REST replies as told, or fails. */
function connection(isUsualClock = false) {
  const state = { now: 0, fails: false, asked: 0 }
  const get = () => {
    state.asked += 1
    return state.fails ? Promise.reject(new Error('503')) : Promise.resolve([{ id: 'ping', permissions: denied }])
  }
  const client = Object.assign(new EventEmitter(), { application: { id: 'app' }, rest: { get } })
  const log = { warn: () => undefined } as unknown as Logger
  const overridesIn = createOverrideCache(client as unknown as Client, log, ...(isUsualClock ? [] : [() => state.now]))
  return { state, client, overridesIn }
}

test('the last known overrides apply while Discord does not answer, also after a new session', async () => {
  const { state, client, overridesIn } = connection()
  expect((await overridesIn('1')).get('ping')).toEqual(denied)
  state.fails = true
  client.emit('shardReady')
  expect((await overridesIn('1')).get('ping')).toEqual(denied)
  expect(state.asked).toBe(2)
  client.emit('applicationCommandPermissionsUpdate', { guildId: '1', id: 'ban', permissions: denied })
  expect([...(await overridesIn('1')).keys()]).toEqual(['ping', 'ban'])
})

test('without known overrides, Discord is asked again after five seconds', async () => {
  const { state, overridesIn } = connection()
  state.fails = true
  expect((await overridesIn('1')).size).toBe(0)
  state.fails = false
  state.now = 4999
  expect((await overridesIn('1')).size).toBe(0)
  expect(state.asked).toBe(1)
  state.now = 5000
  expect((await overridesIn('1')).get('ping')).toEqual(denied)
})

test('a request that failed while the clock was a month ahead is not put off for a month', async () => {
  const { state, overridesIn } = connection(true)
  state.fails = true
  const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 86_400_000)
  expect((await overridesIn('1')).size).toBe(0)
  ahead.mockRestore()
  state.fails = false
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5000)
  expect((await overridesIn('1')).get('ping')).toEqual(denied)
  later.mockRestore()
})
