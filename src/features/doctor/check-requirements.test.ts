import { expect, test } from 'vitest'
import { type Asker, type BotRights, checkUnusable, checkRequirements } from './check-requirements.ts'

const rights: BotRights = {
  productName: 'Palisade',
  has: (permission, channelId) =>
    channelId === 'gone' ? undefined : permission === 'SendMessages' && channelId !== 'quiet',
  standsAbove: roleId => (roleId === 'gone' ? undefined : roleId === 'low'),
  isHidden: channelId => channelId === 'hidden',
  channelName: id => id,
  roleName: id => id,
}
const titles = (requirement: Parameters<typeof checkRequirements>[1][number]) =>
  checkRequirements('shop', [requirement], 'error', rights).map(({ title }) => title)

test('if nothing is missing, there are no findings', () => {
  expect(titles({ permission: 'SendMessages', channelId: 'open', aboveRoleId: 'low', why: 'to sell' })).toEqual([])
})

test('a missing permission, a role above: each has its own finding', () => {
  expect(titles({ permission: 'BanMembers', why: 'to ban' })).toEqual(['Palisade lacks Ban Members'])
  expect(titles({ permission: 'SendMessages', channelId: 'quiet', why: 'to sell' })).toEqual([
    'Palisade lacks Send Messages in #quiet',
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

const asker = (feature: string, ...requirements: Asker['requirements']): Asker => ({
  feature,
  title: feature.toUpperCase(),
  labelOf: setting => ({ till: 'Till channel', news: 'News channel', rank: 'Rank' })[setting],
  requirements,
})
const inGone = { channelId: 'gone', why: 'to sell' } as const

test('a channel or role that is gone is one finding, which names its settings', () => {
  const till = [
    { permission: 'ViewChannel', setting: 'till', ...inGone },
    { permission: 'SendMessages', setting: 'till', ...inGone },
  ] as const
  const one = { feature: 'shop', severity: 'error', title: 'A channel that is set no longer exists' }
  expect(checkRequirements('shop', till, 'error', rights)).toEqual([])
  expect(checkUnusable([asker('shop', ...till)], rights)).toEqual([
    { ...one, setting: 'till', repair: 'Choose another channel for “Till channel”.' },
  ])
  expect(checkUnusable([asker('shop', ...till, { ...till[0], setting: 'news' })], rights)).toEqual([
    {
      ...one,
      repair: 'Choose another channel for “Till channel” and “News channel”.',
      places: [
        { feature: 'shop', setting: 'till' },
        { feature: 'shop', setting: 'news' },
      ],
    },
  ])
  expect(checkUnusable([asker('shop', ...till), asker('stall', { ...till[0], setting: 'news' })], rights)).toEqual([
    {
      ...one,
      feature: 'general',
      repair: 'Choose another channel for “Till channel” (SHOP) and “News channel” (STALL).',
      places: [
        { feature: 'shop', setting: 'till' },
        { feature: 'stall', setting: 'news' },
      ],
    },
  ])
  const role = { permission: 'ManageRoles', aboveRoleId: 'gone', setting: 'rank', why: 'to give it' } as const
  expect(checkUnusable([asker('shop', role, role)], rights)).toMatchObject([
    { title: 'A role that is set no longer exists', repair: 'Choose another role for “Rank”.' },
  ])
})

test('a hidden channel is one finding, which says how to make it visible', () => {
  const needs = (['ViewChannel', 'SendMessages'] as const).map(permission => ({
    permission,
    channelId: 'hidden',
    setting: 'till',
    why: 'to sell',
  }))
  const blind: BotRights = { ...rights, has: () => false }
  expect(checkRequirements('shop', needs, 'error', blind)).toEqual([])
  expect(checkUnusable([asker('shop', ...needs)], blind)).toEqual([
    {
      feature: 'shop',
      severity: 'error',
      permission: 'View Channel',
      setting: 'till',
      title: 'A channel that is set is hidden from Palisade',
      repair:
        'Allow View Channel for its role in the permissions of the channel with the ID hidden, or choose another channel for “Till channel”.',
    },
  ])
})
