import { type APIOverwrite, ChannelType, OverwriteType } from 'discord-api-types/v10'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allPermissions,
  basePermissions,
  channelPermissions,
  has,
  permission,
  type PermissionSubject,
} from './permissions.ts'

const guildId = '100'
const userId = '7'
const roleIds = ['200', '201', '202']

/** A handful of bits that demo different parts in the rules. */
const bitsArbitrary = fc
  .subarray([
    permission.ViewChannel,
    permission.SendMessages,
    permission.AttachFiles,
    permission.MentionEveryone,
    permission.Connect,
    permission.Speak,
    permission.ManageMessages,
    permission.ReadMessageHistory,
  ])
  .map(bits => bits.reduce((sum, bit) => sum | bit, 0n))

const subjectArbitrary = fc.record({
  everyone: bitsArbitrary,
  roles: fc
    .subarray(roleIds)
    .chain(ids => fc.tuple(...ids.map(id => fc.record({ id: fc.constant(id), permissions: bitsArbitrary })))),
  timedOut: fc.boolean(),
})

const overwriteArbitrary = fc.record({
  target: fc.constantFrom(guildId, ...roleIds, userId),
  allow: bitsArbitrary,
  deny: bitsArbitrary,
})

const overwritesArbitrary = fc.uniqueArray(overwriteArbitrary, { selector: one => one.target }).map(list =>
  list.map(
    ({ target, allow, deny }): APIOverwrite => ({
      id: target,
      type: target === userId ? OverwriteType.Member : OverwriteType.Role,
      allow: String(allow),
      deny: String(deny),
    }),
  ),
)

const member = (part: Partial<PermissionSubject> = {}): PermissionSubject => ({
  userId,
  guildId,
  isOwner: false,
  everyone: 0n,
  roles: [],
  timedOut: false,
  ...part,
})

/** What overwrites leave of one bit: the last one that names it counts. */
function lastWord(subject: PermissionSubject, overwrites: readonly APIOverwrite[], bit: bigint): boolean {
  const held = new Set(subject.roles.map(role => role.id))
  const says = (one: APIOverwrite | undefined, field: 'allow' | 'deny') =>
    one !== undefined && has(BigInt(one[field]), bit)
  const own = overwrites.find(one => one.id === userId)
  if (says(own, 'allow')) return true
  if (says(own, 'deny')) return false
  const ofRoles = overwrites.filter(one => held.has(one.id))
  if (ofRoles.some(one => says(one, 'allow'))) return true
  if (ofRoles.some(one => says(one, 'deny'))) return false
  const everyone = overwrites.find(one => one.id === guildId)
  if (says(everyone, 'allow')) return true
  if (says(everyone, 'deny')) return false
  return has(basePermissions({ ...subject, timedOut: false }), bit)
}

test('the owner and administrators may do everything, everywhere, timed out or not', () => {
  fc.assert(
    fc.property(subjectArbitrary, overwritesArbitrary, (part, overwrites) => {
      const owner = member({ ...part, isOwner: true })
      const admin = member({ ...part, everyone: part.everyone | permission.Administrator })
      for (const subject of [owner, admin]) {
        expect(basePermissions(subject)).toBe(allPermissions)
        expect(channelPermissions(subject, overwrites, ChannelType.GuildText)).toBe(allPermissions)
      }
    }),
  )
})

test('the order of roles makes no difference to what a member may do', () => {
  fc.assert(
    fc.property(subjectArbitrary, overwritesArbitrary, (part, overwrites) => {
      const forwards = member(part)
      const backwards = member({ ...part, roles: part.roles.toReversed() })
      expect(channelPermissions(backwards, overwrites.toReversed(), ChannelType.GuildText)).toBe(
        channelPermissions(forwards, overwrites, ChannelType.GuildText),
      )
    }),
  )
})

test('the most specific overwrite decides whether a channel can be seen', () => {
  fc.assert(
    fc.property(subjectArbitrary, overwritesArbitrary, (part, overwrites) => {
      const subject = member({ ...part, timedOut: false })
      const granted = channelPermissions(subject, overwrites, ChannelType.GuildText)
      expect(has(granted, permission.ViewChannel)).toBe(lastWord(subject, overwrites, permission.ViewChannel))
    }),
  )
})

test('a member who cannot see a channel can do nothing in it', () => {
  fc.assert(
    fc.property(subjectArbitrary, overwritesArbitrary, (part, overwrites) => {
      const granted = channelPermissions(member(part), overwrites, ChannelType.GuildText)
      expect(has(granted, permission.ViewChannel) || granted === 0n).toBe(true)
    }),
  )
})

test('a member who cannot write cannot attach files or ping everyone either', () => {
  fc.assert(
    fc.property(subjectArbitrary, overwritesArbitrary, (part, overwrites) => {
      const granted = channelPermissions(member(part), overwrites, ChannelType.GuildText)
      const extras = granted & (permission.AttachFiles | permission.MentionEveryone)
      expect(has(granted, permission.SendMessages) || extras === 0n).toBe(true)
    }),
  )
})

test('a timed-out member can at most view channels and read', () => {
  fc.assert(
    fc.property(subjectArbitrary, overwritesArbitrary, (part, overwrites) => {
      const subject = member({ ...part, timedOut: true })
      const left = permission.ViewChannel | permission.ReadMessageHistory
      expect(channelPermissions(subject, overwrites, ChannelType.GuildText) & ~left).toBe(0n)
      expect(basePermissions(subject) & ~left).toBe(0n)
    }),
  )
})

test('without Connect a member cannot speak in a voice channel, but can still read its chat', () => {
  const everyone = permission.ViewChannel | permission.Speak | permission.ReadMessageHistory
  const granted = channelPermissions(member({ everyone }), [], ChannelType.GuildVoice)
  expect(granted).toBe(permission.ViewChannel | permission.ReadMessageHistory)
})

test('speaking in a thread takes the permission for threads, not the one for channels', () => {
  const view = permission.ViewChannel | permission.AttachFiles
  const inThread = (extra: bigint) =>
    channelPermissions(member({ everyone: view | extra }), [], ChannelType.PublicThread)
  expect(has(inThread(permission.SendMessages), permission.AttachFiles)).toBe(false)
  expect(has(inThread(permission.SendMessagesInThreads), permission.AttachFiles)).toBe(true)
})
