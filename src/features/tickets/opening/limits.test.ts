import { array, assert, boolean, constantFrom, integer, option, property, record, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import tickets from '../contract.ts'
import { panelDesign } from '../panels/contract.ts'
import { memberLimit, refusalOf } from './limits.ts'
import { numberAfter, padded, ticketName } from './name.ts'

const roles = ['100000000000000001', '100000000000000002', '100000000000000003', '100000000000000004']
const some = subarray(roles)
const most = integer({ min: 1, max: 20 })
const own = record({
  maxTicketsPerUser: most,
  maxOpenTickets: integer({ min: 10, max: 200 }),
  userLimits: record({ default: most, premium: most, vip: most }),
  premiumRoles: some,
  vipRoles: some,
  limited: array(record({ role: constantFrom(...roles), most }), { maxLength: 4 }),
  requiredRoles: some,
  blockedRoles: some,
  rateLimitEnabled: boolean(),
  panelLimit: integer({ min: 1, max: 200 }),
}).map(({ limited, ...set }) =>
  tickets.settings.parse({ ...set, roleLimits: Object.fromEntries(limited.map(one => [one.role, one.most])) }),
)
const opener = record({
  roleIds: some.map(ids => new Set(ids)),
  isTeam: boolean(),
  open: integer({ min: 0, max: 25 }),
  lastAt: option(integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
}).map(one => ({ id: '100000000000000009', isThere: () => true, ...one }))
const open = record({ inServer: integer({ min: 0, max: 220 }), ofPanel: integer({ min: 0, max: 220 }) })
const panel = record({ max_open: option(integer({ min: 0, max: 200 })), required_roles: some }).map(set =>
  panelDesign.parse({ title: 'Help', ...set }),
)
const now = 1_000_000

test('an allowed press exceeds no limit, and for the team only the limits of the panel and the server apply', () => {
  assert(
    property(own, panel, opener, open, (settings, design, who, counts) => {
      const refusal = refusalOf(settings, design, who, counts, now)
      const holds = (ids: readonly string[]) => ids.some(id => who.roleIds.has(id))
      const lacks = (ids: readonly string[]) => ids.length > 0 && !holds(ids)
      const perPanel = design.max_open ?? settings.panelLimit
      const full = counts.inServer >= settings.maxOpenTickets || (perPanel > 0 && counts.ofPanel >= perPanel)
      const soon = settings.rateLimitEnabled && (who.lastAt ?? -Infinity) + settings.cooldownPeriod * 1000 > now
      const personal =
        holds(settings.blockedRoles) ||
        lacks(settings.requiredRoles) ||
        lacks(design.required_roles) ||
        soon ||
        who.open >= memberLimit(settings, who).most
      expect(refusal !== undefined).toBe(full || (!who.isTeam && personal))
      expect(refusal?.limit === 'cooldown' ? refusal.until : now + 1).toBeGreaterThan(now)
    }),
  )
})

test('an additional role never lowers how many tickets a member may have open', () => {
  assert(
    property(own, opener, constantFrom(...roles), (settings, who, role) => {
      const more = { ...who, roleIds: new Set([...who.roleIds, role]) }
      expect(memberLimit(settings, more).most).toBeGreaterThanOrEqual(memberLimit(settings, who).most)
    }),
  )
})

test('of the two limits for all members, the one that was set applies; if both were, the lower one does', () => {
  const nobody = { id: '1', roleIds: new Set<string>(), isThere: () => true, isTeam: false, open: 0, lastAt: undefined }
  const of = (maxTicketsPerUser: number, all: number) =>
    memberLimit(
      tickets.settings.parse({ maxTicketsPerUser, userLimits: { default: all, premium: 5, vip: 10 } }),
      nobody,
    ).most
  expect([of(3, 3), of(1, 3), of(10, 3), of(3, 1), of(3, 8)]).toEqual([3, 1, 10, 1, 8])
  expect([of(5, 2), of(10, 5)]).toEqual([2, 5])
})

test('deleted roles are not named among a ticket’s required roles', () => {
  const [first = '', second = ''] = roles
  const told = (there: readonly string[], required_roles: string[]) =>
    refusalOf(
      tickets.settings.parse({}),
      panelDesign.parse({ title: 'Help', required_roles }),
      { id: '1', roleIds: new Set(), isThere: id => there.includes(id), isTeam: false, open: 0, lastAt: undefined },
      { inServer: 0, ofPanel: 0 },
      now,
    )?.sentence
  expect(told([first, second], [first, second])).toBe(
    `Only members with <@&${first}> or <@&${second}> can open this ticket.`,
  )
  expect(told([second], [first, second])).toBe(`Only members with <@&${second}> can open this ticket.`)
  expect(told([], [first])).toBe(
    'Only members with a role that was deleted can open this ticket. Tell the server’s team.',
  )
  expect(told([], [first, second])).toMatch(/^Only members with roles that were deleted/)
})

test('numbers grow, and skip those that get a server unlisted', () => {
  const given = Array.from({ length: 2000 }, (_, place) => numberAfter(place))
  expect(given.every((number, place) => number > place)).toBe(true)
  expect(given.filter(number => /1488|8814/.test(String(number)) || [14, 18, 88].includes(number))).toEqual([])
  expect([padded(7, '4'), padded(12_345, '4'), padded(7, '0')]).toEqual(['0007', '12345', '7'])
})

test.each([
  ['ticket-{username}', 'jun_tan', 'ticket-jun_tan'],
  ['{panel} {number}', 'x', 'help-desk-0007'],
  ['ticket-{username}', '<@&1> @everyone #!', 'ticket-1-everyone'],
  ['{username}', '‮⁧ …', 'ticket-0007'],
  ['{username}', 'Ünïcödé 🎫', 'ünïcödé-🎫'],
  ['{nothing}', 'x', 'nothing'],
  ['{username}', 'x'.repeat(300), 'x'.repeat(100)],
])('%s of %s is called %s', (format, username, name) => {
  expect(ticketName(format, { number: '0007', username, panel: 'Help Desk' })).toBe(name)
})
