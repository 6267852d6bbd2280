import { expect, test } from 'vitest'
import { type BotRights, checkRequirements } from './check-requirements.ts'

const rights: BotRights = {
  productName: 'Palisade',
  has: (permission, channelId) =>
    channelId === 'gone' ? undefined : permission === 'SendMessages' && channelId !== 'quiet',
  standsAbove: roleId => (roleId === 'gone' ? undefined : roleId === 'low'),
  channelName: id => id,
  roleName: id => id,
}
const titles = (requirement: Parameters<typeof checkRequirements>[1][number]) =>
  checkRequirements('shop', [requirement], 'error', rights).map(({ title }) => title)

test('nothing is found where nothing is missing', () => {
  expect(titles({ permission: 'SendMessages', channelId: 'open', aboveRoleId: 'low', why: 'to sell' })).toEqual([])
})

test('a missing permission, a lost channel, a role above: each has its own finding', () => {
  expect(titles({ permission: 'BanMembers', why: 'to ban' })).toEqual(['Palisade lacks Ban Members'])
  expect(titles({ permission: 'SendMessages', channelId: 'quiet', why: 'to sell' })).toEqual([
    'Palisade lacks Send Messages in #quiet',
  ])
  expect(titles({ permission: 'SendMessages', channelId: 'gone', why: 'to sell' })).toEqual([
    'A channel that is set no longer exists',
  ])
  expect(titles({ permission: 'SendMessages', aboveRoleId: 'high', why: 'to give it' })).toEqual([
    'Palisade stands below the role high',
  ])
})

test('a finding says how to fix it, and which setting needs it', () => {
  const [finding] = checkRequirements(
    'shop',
    [{ permission: 'BanMembers', why: 'to ban', setting: 'action' }],
    'warning',
    rights,
  )
  expect(finding).toMatchObject({ feature: 'shop', severity: 'warning', setting: 'action' })
  expect(finding?.repair).toBe('Give its role Ban Members in Server Settings > Roles, to ban.')
})
