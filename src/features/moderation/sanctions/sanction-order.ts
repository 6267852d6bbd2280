import type { Guild, User } from 'discord.js'
import type { CaseSource, SanctionKind } from '../contract.ts'

/** A sanction to carry out, and who ordered it. */
export interface SanctionOrder {
  guild: Guild
  target: User
  kind: SanctionKind
  source: CaseSource
  /** Who asked for it. Their rank is checked only for moderators and automations. */
  moderatorId: string
  reason: string | null
  /** How long a timeout (24 hours by default, at most 28 days) or a ban (permanent by default) lasts, in ms. */
  durationMs?: number | undefined
  /** How far back a ban deletes the target's messages, in seconds, at most 604,800. */
  deleteMessageSeconds?: number | undefined
  /** The same key twice in a guild is one act and one case. */
  key?: string | undefined
  /** What is asked for with that key: a different request with it is refused. */
  asked?: string | undefined
  /** Where it was ordered: 'channelId/messageId', or the channel alone. */
  origin?: string | undefined
  /** The case number of the last warning that it uses up. */
  warning?: number | undefined
  /** False sends no direct message, because the caller sends its own. */
  dm?: boolean | undefined
}
