import { type APIButtonComponentWithCustomId, ButtonStyle, ComponentType, type Guild } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { timeTag } from '#kit/template.ts'
import { alarm } from '../alarms/alarm.ts'

interface Entry {
  id: number
  at: number
  userId: string | null
  sentences: readonly string[]
  forOwner: boolean
}

const line = ({ at, userId, sentences }: Entry) => {
  const who = userId === null ? 'Discord does not say who' : `by <@${userId}>`
  return `${timeTag(at, 'T')} ${who}\n${sentences.map(one => `• ${one}`).join('\n')}`
}

/**
 * Posts alarms to the log channel and, where others did it, writes to the owner.
 * @param undo buttons for the log channel: in a direct message they could not be pressed
 * @throws Error when the owner was to be told and the message arrived nowhere: then it is tried again and finally
 * reported as not kept
 */
export async function sendAlarm(
  services: Services,
  guild: Guild,
  {
    entries,
    more,
    undo,
    attempt,
  }: { entries: readonly Entry[]; more: number; undo: readonly APIButtonComponentWithCustomId[]; attempt: number },
): Promise<void> {
  const forOwner = entries.some(one => one.forOwner)
  const url = new URL(`/manage/${guild.id}/history`, services.config.http.publicUrl).href
  const arrived = await alarm(services, guild.id, {
    title: 'The protection was weakened',
    text: [...entries.map(line), ...(more > 0 ? [`and ${more} more`] : [])].join('\n\n'),
    ownerKey: forOwner ? `tamper ${entries[0]?.id} ${attempt}` : null,
    buttons: {
      owner: [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Look at it and undo it', url }],
      channel: undo,
    },
  })
  if (forOwner && !arrived.owner && !arrived.channel) throw new Error('the alarm arrived nowhere')
}
