import { PermissionFlagsBits as P } from 'discord.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Bits,
  lockChanges,
  allowedToWrite,
  isClosed,
  unlockChanges,
  type Overwrites,
  toStored,
  savedOverwrites,
  type OverwriteChange,
} from './lock-overwrites.ts'

const everyone = '100'
const bot = {
  id: '200',
  roleIds: ['201', '202'],
  permissions: P.SendMessages | P.SendMessagesInThreads | P.ViewChannel,
}

/** The channel's overwrites after Discord has applied the changes. */
function written(overwrites: Overwrites, changes: readonly OverwriteChange[]): Map<string, Bits> {
  const after = new Map(overwrites)
  for (const { id, bits } of changes) {
    if (bits) after.set(id, bits)
    else after.delete(id)
  }
  return after
}

const relevant = [P.SendMessages, P.SendMessagesInThreads, P.CreatePublicThreads, P.ViewChannel, P.AttachFiles]
const sum = (bits: readonly bigint[]) => bits.reduce((all, bit) => all | bit, 0n)
const bits = fc
  .tuple(fc.subarray(relevant), fc.subarray(relevant))
  .map(([allow, deny]): Bits => ({ allow: sum(allow) & ~sum(deny), deny: sum(deny) }))
const overwrites = fc
  .array(fc.tuple(fc.constantFrom(everyone, '200', '201', '202', '300'), bits), { maxLength: 5 })
  .map(entries => new Map(entries))
const self = fc.record({
  id: fc.constant(bot.id),
  roleIds: fc.constantFrom(bot.roleIds, [everyone, ...bot.roleIds]),
  permissions: fc.subarray([...relevant, P.Administrator, P.CreatePrivateThreads]).map(sum),
})

/** Discord's own computation, for the one permission: member before roles before @everyone. */
function mayWrite(there: Overwrites, who: typeof bot): boolean {
  if ((who.permissions & P.Administrator) !== 0n) return true
  const at = (id: string) => there.get(id) ?? { allow: 0n, deny: 0n }
  const roles = who.roleIds.filter(id => id !== everyone).map(at)
  let may = (who.permissions & P.SendMessages) !== 0n
  for (const step of [
    at(everyone),
    { deny: sum(roles.map(one => one.deny)), allow: sum(roles.map(one => one.allow)) },
    at(who.id),
  ])
    may = (step.allow & P.SendMessages) !== 0n || (may && (step.deny & P.SendMessages) === 0n)
  return may
}

test('a lock keeps @everyone from writing but not the bot, and unlocking restores the stored overwrites exactly', () => {
  fc.assert(
    fc.property(overwrites, self, (before, who) => {
      const { changes, saved } = lockChanges(before, everyone, who)
      const locked = written(before, changes)
      expect(isClosed(locked, everyone)).toBe(true)
      expect(mayWrite(locked, { id: '999', roleIds: [], permissions: P.SendMessages })).toBe(false)
      expect(mayWrite(locked, who)).toBe(true)
      for (const { bits: said } of changes) expect((said?.allow ?? 0n) & (said?.deny ?? 0n)).toBe(0n)
      const remembered = savedOverwrites.parse(JSON.parse(JSON.stringify(toStored(saved))))
      expect(written(locked, unlockChanges(locked, remembered))).toEqual(before)
    }),
    { numRuns: 200 },
  )
})

test('changes made while it was locked stay, except to what the lock itself changed', () => {
  const before = new Map([[everyone, { allow: P.SendMessages, deny: 0n }]])
  const { changes, saved } = lockChanges(before, everyone, bot)
  const locked = written(before, changes)
  const changed = new Map(locked).set(everyone, { allow: P.AttachFiles, deny: locked.get(everyone)?.deny ?? 0n })
  const opened = written(changed, unlockChanges(changed, saved))
  expect(opened.get(everyone)).toEqual({ allow: P.SendMessages | P.AttachFiles, deny: 0n })
  expect(opened.has(bot.id)).toBe(false)
})

test('an overwrite that somebody has removed is recreated only if needed', () => {
  const { saved } = lockChanges(new Map(), everyone, bot)
  expect(unlockChanges(new Map(), saved)).toEqual([])
})

test('the bot denies only permissions it holds, because Discord refuses the rest', () => {
  const [shut] = lockChanges(new Map(), everyone, bot).changes.filter(({ id }) => id === everyone)
  expect(shut?.bits).toEqual({ allow: 0n, deny: P.SendMessages | P.SendMessagesInThreads })
})

test('roles and members that can still write because of an overwrite are named', () => {
  const open = { allow: P.SendMessages, deny: 0n }
  const there = new Map([
    [everyone, open],
    ['300', open],
    ['301', { allow: P.ViewChannel, deny: 0n }],
    [bot.id, open],
  ])
  expect(allowedToWrite(there, everyone, bot.id)).toEqual(['300'])
})
