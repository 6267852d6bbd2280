import type { Guild, User } from 'discord.js'
import type { CaseSource, SanctionKind } from '../contract.ts'

/** What is to be done to somebody, and who says so. */
export interface SanctionOrder {
  guild: Guild
  target: User
  kind: SanctionKind
  source: CaseSource
  /** Who asked for it. Only for moderators and automations is their place in the hierarchy judged. */
  moderatorId: string
  reason: string | null
  /** How long a timeout (24 hours by default, at most 28 days) or a ban (permanent by default) lasts, in ms. */
  durationMs?: number | undefined
  /** Whose messages a ban deletes: the last so many seconds, at most 604,800. */
  deleteMessageSeconds?: number | undefined
  /** The same key twice in a guild is one act and one case. */
  key?: string | undefined
  /** What is asked for with that key: nothing else is done with it. */
  asked?: string | undefined
  /** Where it was ordered: 'channelId/messageId', or the channel alone. */
  origin?: string | undefined
  /** The last of the warnings that it uses up. */
  warning?: number | undefined
  /** False leaves the direct message out, because the caller writes its own. */
  dm?: boolean | undefined
}
