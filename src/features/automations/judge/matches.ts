import type { Design } from '../design/contract.ts'
import { emojiKeyOf } from '../design/contract.ts'

/** An event that may start an automation, as plain values. */
export type Happening =
  | {
      kind: 'message'
      channelIds: readonly string[]
      /** The author: a member, another bot or webhook, or an automation. Other messages of ours never arrive here. */
      by: 'member' | 'bot' | 'automation'
    }
  | { kind: 'reaction'; channelIds: readonly string[]; emoji: string }
  | { kind: 'join' }
  | { kind: 'leave' }
  | { kind: 'role_given'; roleId: string }
  | { kind: 'role_taken'; roleId: string }
  | { kind: 'voice'; channelIds: readonly string[] }

const isIn = (wanted: readonly string[], ids: readonly string[]) =>
  wanted.length === 0 || wanted.some(id => ids.includes(id))

/** Whether an event matches a trigger. The conditions are judged later. */
export function triggeredBy({ trigger }: Pick<Design, 'trigger'>, happening: Happening): boolean {
  if (trigger.kind !== happening.kind) return false
  switch (happening.kind) {
    case 'message':
      if (happening.by === 'bot' && trigger.by === 'people') return false
      if (happening.by === 'automation' && trigger.by !== 'automations') return false
      return isIn(trigger.channels, happening.channelIds)
    case 'reaction':
      return (
        isIn(trigger.channels, happening.channelIds) &&
        (trigger.emojis.length === 0 || trigger.emojis.some(emoji => emojiKeyOf(emoji) === happening.emoji))
      )
    case 'voice':
      return isIn(trigger.channels, happening.channelIds)
    case 'role_given':
    case 'role_taken':
      return isIn(trigger.roles, [happening.roleId])
    default:
      return true
  }
}
