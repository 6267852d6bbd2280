import type { Logger } from '#kernel/feature.ts'
import { withTimeout } from '#kit/with-timeout.ts'
import { type APIEmbed, DiscordAPIError, type Message, RESTJSONErrorCodes, type User } from 'discord.js'

/**
 * 'closed': the user accepts no messages; 'slow': still being sent when we stopped waiting; 'failed': Discord refused
 * it for another reason.
 */
export type Delivery = 'sent' | 'closed' | 'slow' | 'failed' | 'not tried'

export interface DirectMessage {
  delivery: Delivery
  /** Deletes the message, because what it announces did not happen. */
  retract(): Promise<void>
}

/** How long a sanction waits for its direct message (ms). */
const patienceMs = 1500

const closed = new Set<unknown>([RESTJSONErrorCodes.CannotSendMessagesToThisUser, 50_278])

/** Sends a direct message and waits for it for a limited time. Never throws. */
export async function sendDirectMessage(user: User, embed: APIEmbed, log: Logger): Promise<DirectMessage> {
  const sending = user.send({ embeds: [embed], allowedMentions: { parse: [] } })
  const result = sending.then(
    (): Delivery => 'sent',
    (err: unknown): Delivery => {
      if (err instanceof DiscordAPIError && closed.has(err.code)) return 'closed'
      log.warn({ err, feature: 'moderation' }, 'direct message not delivered')
      return 'failed'
    },
  )
  const delivery = await withTimeout(patienceMs, result, 'slow' as const)
  const remove = (message: Message) => message.delete()
  return {
    delivery,
    retract: () =>
      sending.then(remove).then(
        () => undefined,
        () => undefined,
      ),
  }
}

const deliveries: Record<Delivery, string> = {
  sent: 'I told them by direct message.',
  closed: 'I could not tell them: their direct messages are closed.',
  slow: 'My direct message to them is still on its way.',
  failed: 'I could not tell them: Discord did not accept my direct message.',
  'not tried': '',
}

/** Returns a sentence for the moderator about the direct message; empty if none was sent. */
export const deliverySentence = (delivery: Delivery): string => deliveries[delivery]
