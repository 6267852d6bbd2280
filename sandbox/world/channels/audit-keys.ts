import { type AuditChange, changesBetween } from '../audit.ts'
import type { GuildChannel } from './kinds.ts'

/** What the audit log shows of a channel that is made, changed or deleted. Moves are not logged. */
const logged = [
  'name',
  'type',
  'topic',
  'nsfw',
  'rate_limit_per_user',
  'bitrate',
  'user_limit',
  'rtc_region',
  'video_quality_mode',
  'flags',
  'available_tags',
  'default_auto_archive_duration',
  'default_thread_rate_limit_per_user',
  'default_reaction_emoji',
  'default_sort_order',
  'default_forum_layout',
] as const

type Logged = Partial<Record<(typeof logged)[number] | 'permission_overwrites', unknown>>

/** Overwrites are logged with the channel when it is made or deleted; in between, each has its own entry. */
export function changesOf(before: Partial<GuildChannel>, after: Partial<GuildChannel>): AuditChange[] {
  const whole = before.id === undefined || after.id === undefined
  return changesBetween<Logged>(before, after, whole ? [...logged, 'permission_overwrites'] : logged)
}
