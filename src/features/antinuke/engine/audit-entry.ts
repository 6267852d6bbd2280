import type { ObjectName } from '../journal/objects.ts'
import type { ModuleKey } from '../modules/contract.ts'
import type { Operation } from './audit-actions.ts'

/**
 * An entry of the audit log as it may arrive: any of it may be missing or null.
 * Source: Discord's documentation, "Audit Logs Resource"
 */
export interface AuditEntry {
  id: string
  action_type: number | null
  user_id?: string | null
  target_id?: string | null
  changes?: readonly { key: string; old_value?: unknown; new_value?: unknown }[] | null
  options?: { readonly id?: unknown; readonly type?: unknown } | null | undefined
  reason?: string | null
}

/** Something that somebody did to a server. */
export interface Action {
  entryId: string
  /** Discord's audit log event; 0 for what has no entry. */
  type: number
  /** Unix ms: when Discord wrote it down, whenever it arrived. */
  at: number
  /** Null where Discord does not say. */
  actorId: string | null
  module: ModuleKey
  operation: Operation
  /** How much of the module's limit it uses up, before the circumstances are known. */
  weight: number
  needs: bigint
  /** Counts as the whole limit. */
  severe: boolean
  /** The object it was done to, where the journal keeps it. */
  object: ObjectName | null
  /** Whom or what Discord names: a member's id where it was done to one. */
  targetId: string | null
  /** What the target is called, where the entry says so. */
  name: string | null
  /** The name it was given by this, as identical ones are counted. */
  given: string | null
  /** The category of a channel that was made, the channel of a webhook: each may have its own of one name. Not stored. */
  madeIn?: string | null
  /** Who got permissions that can do harm, and which. */
  gave: { to: 'everyone' | 'role' | 'member' | 'invite'; id: string; bits: bigint; roles?: readonly string[] } | null
  /**
   * Whether a channel was hidden or shown, from whom or to whom (a role, or the server's id for @everyone), and how
   * much that is, with what follows it and where no other role sees it; 0 where it was shown.
   */
  sight?: { of: string; hides: number }
  /** Whether it is a timeout that ends within the hour. Not stored. */
  brief?: boolean
  /** Whether it changed no more than what the server is called and looks like. Not stored. */
  face?: boolean
  /** Which vanity link the server had before, and which it has by it. Not stored. */
  link?: { from: string | null; to: string | null }
  /** What it counts where it is done to somebody who joined within a week, if that is something else. Not stored. */
  toNewcomer?: number
  /** What whoever did it wrote as the reason. */
  reason: string | null
  /** In the middle of a sentence, before the name of the target. */
  does: string
}

/** What must be known of the server to tell what an entry means. */
export interface ActionFacts {
  guildId: string
  /** The permissions that a role gives, in the server and in channels; none for roles that are unknown. */
  permissionsOf(roleId: string): bigint
  /** What everybody may do in the server: roles that give no more give nothing. */
  everyone: bigint
  /** The role whose holders are not counted. */
  bypassRole: string | null
  /** How many of all members hold a role, from 0 to 1. */
  shareOf?(roleId: string): number
  /** Whether nearly everybody holds a role. */
  isForMost?(roleId: string): boolean
  /** Whether the holders of a role see a channel only where it is shown to that role itself. */
  closedTo?(channelId: string, roleId: string): boolean
  /** How many channels are in sync with a category. */
  followersOf?(channelId: string): number
  /** How many of all members, from 0 to 1, a channel is shown to by the permissions of some role in it. */
  shownTo?(channelId: string): number
  /** How many channels members lose with a role that most of them hold, each by the share of those whom no other shows it. */
  lostWith?(roleId: string, seesByRole: boolean): number
  /** Whether nobody holds a role for certain. */
  isHeldByNobody?(roleId: string): boolean
  /** The same, and no channel has permissions for it. */
  isUnused?(roleId: string): boolean
  /** A rule of Discord's AutoMod as it was seen last. */
  ruleKnown?(ruleId: string): Readonly<Record<string, unknown>> | undefined
  /** Whether a rule that exempts these channels judges a new one alone. */
  isBait?(exempt: readonly string[]): boolean
  /** Whether people write in Latin letters here. */
  isInLatin?(): boolean
  /** Whether a role keeps its holders from seeing, or from writing in, more than half of all channels. */
  shutsOut?(roleId: string): boolean
  /** The category of a channel, where it is in one and known. */
  categoryOf?(channelId: string): string | null
  /** Whether a channel is known to be a category. */
  isCategory?(channelId: string): boolean
}

/** What an entry's own values say of what was done. */
export type JudgedEntry = Partial<
  Pick<
    Action,
    | 'given'
    | 'module'
    | 'operation'
    | 'weight'
    | 'severe'
    | 'gave'
    | 'link'
    | 'sight'
    | 'needs'
    | 'does'
    | 'brief'
    | 'face'
    | 'toNewcomer'
  >
>
