import { type Change, changesBetween } from '../audit.ts'
import type { GuildChannel } from './kinds.ts'

/** What the audit log tells of a channel that is made, changed or deleted. Moving it is not told. */
const told = [
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

type Told = Partial<Record<(typeof told)[number] | 'permission_overwrites', unknown>>

/** Overwrites are told at birth and death; in between each has an entry of its own. */
export function changesOf(before: Partial<GuildChannel>, after: Partial<GuildChannel>): Change[] {
  const whole = before.id === undefined || after.id === undefined
  return changesBetween<Told>(before, after, whole ? [...told, 'permission_overwrites'] : told)
}
