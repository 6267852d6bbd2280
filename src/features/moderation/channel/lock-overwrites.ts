import { PermissionFlagsBits } from 'discord.js'
import { z } from 'zod'

/** The bits of an overwrite; a bit in neither is inherited. */
export interface Bits {
  allow: bigint
  deny: bigint
}

/** A channel's overwrites by role or member id. */
export type Overwrites = ReadonlyMap<string, Bits>

/** An overwrite to write; null deletes it. */
export interface OverwriteChange {
  id: string
  /** Discord's type: 0 is a role, 1 a member. */
  type: 0 | 1
  bits: Bits | null
}

/** An overwrite as it was before a lock, limited to the bits that the lock changes. */
export interface SavedOverwrite {
  id: string
  type: 0 | 1
  touched: bigint
  /** Null if there was no overwrite. */
  before: Bits | null
}

const { SendMessages, SendMessagesInThreads, CreatePublicThreads, CreatePrivateThreads, Administrator } =
  PermissionFlagsBits

/** The permissions that allow writing in a channel and its threads. */
export const writing: readonly bigint[] = [
  SendMessages,
  SendMessagesInThreads,
  CreatePublicThreads,
  CreatePrivateThreads,
]

const none: Bits = { allow: 0n, deny: 0n }
const has = (bits: bigint, bit: bigint) => (bits & bit) === bit

/** The bot, with the facts that decide what it can write and whether the lock would keep it out. */
interface BotMember {
  id: string
  /** May or may not include @everyone. */
  roleIds: readonly string[]
  /** In the guild, without overwrites. */
  permissions: bigint
}

/** Whether the channel's overwrite for @everyone denies writing. */
export const isClosed = (overwrites: Overwrites, everyoneId: string): boolean =>
  has((overwrites.get(everyoneId) ?? none).deny, SendMessages)

/**
 * Whether the bot still writes where @everyone may not.
 * Source: Discord's documentation, "Permission Overwrites": members before roles before @everyone.
 */
function writesAnyway(overwrites: Overwrites, everyoneId: string, self: BotMember): boolean {
  if (has(self.permissions, Administrator)) return true
  const own = overwrites.get(self.id) ?? none
  const byRole = self.roleIds.some(id => id !== everyoneId && has((overwrites.get(id) ?? none).allow, SendMessages))
  return has(own.allow, SendMessages) || (byRole && !has(own.deny, SendMessages))
}

/**
 * Closes a channel to @everyone, and keeps it writable for the bot. The bot can deny only permissions that it has
 * itself.
 * @param ways what is denied besides Send Messages
 * @returns the overwrites to write, in order, and the earlier ones, for {@link unlockChanges}
 */
export function lockChanges(
  overwrites: Overwrites,
  everyoneId: string,
  self: BotMember,
  ways: readonly bigint[] = writing,
): { changes: OverwriteChange[]; saved: SavedOverwrite[] } {
  const touched = ways
    .filter(bit => has(self.permissions, Administrator) || has(self.permissions, bit))
    .reduce((sum, bit) => sum | bit, SendMessages)
  const everyone = overwrites.get(everyoneId) ?? null
  const own = overwrites.get(self.id) ?? null
  const shut = {
    id: everyoneId,
    type: 0 as const,
    bits: { allow: (everyone ?? none).allow & ~touched, deny: (everyone ?? none).deny | touched },
  }
  const stand = { id: everyoneId, type: 0 as const, touched, before: everyone }
  if (writesAnyway(overwrites, everyoneId, self)) return { changes: [shut], saved: [stand] }
  const opened = {
    id: self.id,
    type: 1 as const,
    bits: { allow: (own ?? none).allow | SendMessages, deny: (own ?? none).deny & ~SendMessages },
  }
  return {
    changes: [opened, shut],
    saved: [{ id: self.id, type: 1, touched: SendMessages, before: own }, stand],
  }
}

const same = (left: Bits, right: Bits) => left.allow === right.allow && left.deny === right.deny

/**
 * Undoes a lock: the bits it changed are restored, whatever has been changed about the others since.
 * An overwrite that the lock created and that would now be empty is deleted.
 * @returns the overwrites to write, in order; none if everything is as it was
 */
export function unlockChanges(overwrites: Overwrites, saved: readonly SavedOverwrite[]): OverwriteChange[] {
  return saved.toReversed().flatMap(({ id, type, touched, before }) => {
    const now = overwrites.get(id) ?? none
    const old = before ?? none
    const bits = {
      allow: (now.allow & ~touched) | (old.allow & touched),
      deny: (now.deny & ~touched) | (old.deny & touched),
    }
    if (same(bits, now) && (before !== null || !same(now, none) || !overwrites.has(id))) return []
    return [{ id, type, bits: before === null && same(bits, none) ? null : bits }]
  })
}

/** Returns every permission that the changes allow or deny. */
export const permissionsNamedIn = (changes: readonly OverwriteChange[]): bigint =>
  changes.reduce((sum, { bits }) => (bits ? sum | bits.allow | bits.deny : sum), 0n)

/** Returns the ids of roles and members who can still write in a locked channel, because its overwrites allow it. */
export const allowedToWrite = (overwrites: Overwrites, everyoneId: string, selfId: string): string[] =>
  [...overwrites].flatMap(([id, { allow }]) =>
    id !== everyoneId && id !== selfId && has(allow, SendMessages) ? [id] : [],
  )

const bits = z.string().transform(text => BigInt(text))

/** The stored form of what a lock saves: bits are strings, because they exceed what a JSON number holds. */
export const savedOverwrites = z.array(
  z.object({
    id: z.string(),
    type: z.union([z.literal(0), z.literal(1)]),
    touched: bits,
    before: z.object({ allow: bits, deny: bits }).nullable(),
  }),
)

/** Returns saved overwrites as JSON values, in the form that {@link savedOverwrites} reads. */
export const toStored = (saved: readonly SavedOverwrite[]): z.input<typeof savedOverwrites> =>
  saved.map(({ id, type, touched, before }) => ({
    id,
    type,
    touched: String(touched),
    before: before && { allow: String(before.allow), deny: String(before.deny) },
  }))
