import { PermissionFlagsBits } from 'discord.js'
import { z } from 'zod'

/** What an overwrite says; a bit in neither is inherited. */
export interface Bits {
  allow: bigint
  deny: bigint
}

/** A channel's overwrites by the id of their role or member. */
export type Overwrites = ReadonlyMap<string, Bits>

/** One overwrite to be written; null takes it away. */
export interface OverwriteChange {
  id: string
  /** As Discord has it: 0 is a role, 1 a member. */
  type: 0 | 1
  bits: Bits | null
}

/** An overwrite as it was before a lock, for the bits that the lock touches. */
export interface SavedOverwrite {
  id: string
  type: 0 | 1
  touched: bigint
  /** Null when there was no overwrite at all. */
  before: Bits | null
}

const { SendMessages, SendMessagesInThreads, CreatePublicThreads, CreatePrivateThreads, Administrator } =
  PermissionFlagsBits

/** All ways to write in a channel and below it. */
export const writing: readonly bigint[] = [
  SendMessages,
  SendMessagesInThreads,
  CreatePublicThreads,
  CreatePrivateThreads,
]

const none: Bits = { allow: 0n, deny: 0n }
const has = (bits: bigint, bit: bigint) => (bits & bit) === bit

/** Who asks for the lock, as far as it decides what can be written and whether they would lock themselves out. */
interface BotMember {
  id: string
  /** With @everyone among them or not. */
  roleIds: readonly string[]
  /** In the guild, without overwrites. */
  permissions: bigint
}

/** @returns whether nobody may write by what the channel says of @everyone */
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
 * Closes a channel to @everyone, and lets the bot go on writing there. The bot can deny only what it holds itself.
 * @param ways what is denied besides Send Messages
 * @returns the overwrites to write, in order, and what stood before, for {@link unlockChanges}
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
 * Undoes a lock: the bits it touched are restored, whatever has been changed of the others since.
 * An overwrite that the lock made and that would now say nothing goes.
 * @returns the overwrites to write, in order; none when everything is as it was
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

/** Every permission that the changes allow or deny. */
export const permissionsNamedIn = (changes: readonly OverwriteChange[]): bigint =>
  changes.reduce((sum, { bits }) => (bits ? sum | bits.allow | bits.deny : sum), 0n)

/** Who writes in a locked channel all the same, because the channel says so: ids of roles and members. */
export const allowedToWrite = (overwrites: Overwrites, everyoneId: string, selfId: string): string[] =>
  [...overwrites].flatMap(([id, { allow }]) =>
    id !== everyoneId && id !== selfId && has(allow, SendMessages) ? [id] : [],
  )

const bits = z.string().transform(text => BigInt(text))

/** What a lock remembers, as it is stored: bits are text, because they are beyond what a JSON number holds. */
export const savedOverwrites = z.array(
  z.object({
    id: z.string(),
    type: z.union([z.literal(0), z.literal(1)]),
    touched: bits,
    before: z.object({ allow: bits, deny: bits }).nullable(),
  }),
)

/** Saved overwrites as JSON values, for {@link savedOverwrites} to read. */
export const toStored = (saved: readonly SavedOverwrite[]): z.input<typeof savedOverwrites> =>
  saved.map(({ id, type, touched, before }) => ({
    id,
    type,
    touched: String(touched),
    before: before && { allow: String(before.allow), deny: String(before.deny) },
  }))
