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
  /** When Discord wrote it down, regardless of when it arrived (Unix ms). */
  at: number
  /** Null where Discord does not say. */
  actorId: string | null
  module: ModuleKey
  operation: Operation
  /** How much of the module's limit it uses up, before the circumstances are known. */
  weight: number
  needs: bigint
  /** Whether it is enough by itself, as if it used up the whole limit. */
  severe: boolean
  /** The object it was done to, where the journal records it. */
  object: ObjectName | null
  /** The id of the person or thing that Discord names: a member's, where it was done to one. */
  targetId: string | null
  /** The target's name, where the entry has it. */
  name: string | null
  /** The name that the target was given by this: identical names are counted. */
  given: string | null
  /**
   * The category of a channel or the channel of a webhook that was made: things in different places may have the same
   * name. Not stored.
   */
  madeIn?: string | null
  /** Who received permissions that can do harm, and which. */
  gave: { to: 'everyone' | 'role' | 'member' | 'invite'; id: string; bits: bigint; roles?: readonly string[] } | null
  /**
   * Whether a channel was hidden or shown. `of` is from whom or to whom (a role, or the server's id for @everyone);
   * `hides` is how much that is, with the channels that follow it and without members to whom another role shows it, or
   * 0 where it was shown.
   */
  sight?: { of: string; hides: number }
  /** Whether it is a timeout that ends within the hour. Not stored. */
  brief?: boolean
  /** Whether it changed nothing but the server's name and looks. Not stored. */
  face?: boolean
  /** The server's vanity link before and after. Not stored. */
  link?: { from: string | null; to: string | null }
  /** What it counts when done to somebody who joined within a week, if that differs from `weight`. Not stored. */
  toNewcomer?: number
  /** The reason that the actor wrote. */
  reason: string | null
  /** What was done: words for the middle of a sentence, before the name of the target. */
  does: string
}

/** What has to be known about the server to understand an entry. */
export interface ActionFacts {
  guildId: string
  /** The permissions that a role gives, in the server and in channels; none for roles that are unknown. */
  permissionsOf(roleId: string): bigint
  /** What everybody may do in the server: a role with no more permissions than these gives nothing. */
  everyone: bigint
  /** The role whose holders are not counted. */
  bypassRole: string | null
  /** The share of all members who hold a role, from 0 to 1. */
  shareOf?(roleId: string): number
  /** Whether nearly everybody holds a role. */
  isForMost?(roleId: string): boolean
  /** Whether the holders of a role see a channel only where it is shown to that role itself. */
  closedTo?(channelId: string, roleId: string): boolean
  /** How many channels are in sync with a category. */
  followersOf?(channelId: string): number
  /** The share of all members, from 0 to 1, to whom permissions of a role in the channel show it. */
  shownTo?(channelId: string): number
  /**
   * How many channels members lose with a role that most of them hold. Each counts as the share of members to whom no
   * other role shows it.
   */
  lostWith?(roleId: string, seesByRole: boolean): number
  /** Whether it is certain that nobody holds a role. */
  isHeldByNobody?(roleId: string): boolean
  /** Whether that is so, and no channel has permissions for the role. */
  isUnused?(roleId: string): boolean
  /** A rule of Discord's AutoMod as it was last seen. */
  ruleKnown?(ruleId: string): Readonly<Record<string, unknown>> | undefined
  /** Whether a rule that exempts these channels applies to nothing but the newest one, or to none. */
  isBait?(exempt: readonly string[]): boolean
  /** The letters that people write in here; none where these are Latin. */
  letters?(): readonly string[]
  /** Whether a role keeps its holders from seeing, or from writing in, more than half of all channels. */
  shutsOut?(roleId: string): boolean
  /** The category of a channel, if it is known to be in one. */
  categoryOf?(channelId: string): string | null
  /** Whether a channel is known to be a category. */
  isCategory?(channelId: string): boolean
}

/** What an entry's own values say about the action. */
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
