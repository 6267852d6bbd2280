import { useMemo } from 'react'
import type { MessageActions } from '#web/ui/discord/actions.ts'
import { component as kind } from '#web/ui/discord/enums.ts'
import { interactionType } from '../client/interactions.ts'
import { sentenceOf } from '../client/rest.ts'
import { useInteractions, useStage } from '../context.ts'
import { reactionPath } from './reaction-path.ts'
import { choicesOf } from './select-choices.ts'

const outcomeKey = (messageId: string, customId: string) => `${messageId} ${customId}`

interface Openers {
  openPerson(userId: string): void
  runCommand(name: string): void
}

/** What the signed-in account can do to messages, through the API as Discord's client does it. */
export function useMessageActions({ openPerson, runCommand }: Openers): MessageActions {
  const { session, live, guild, go, say } = useStage()
  const { outcomes } = useInteractions()
  return useMemo<MessageActions>(() => {
    const { rest, interactions } = session
    const attempt = (work: Promise<unknown>) => {
      work.catch((error: unknown) => say(sentenceOf(error)))
    }
    return {
      press(message, component, values) {
        if (!('custom_id' in component)) return
        const request = {
          type: interactionType.component,
          application_id: message.application_id ?? message.author.id,
          guild_id: guild?.id,
          channel_id: message.channel_id ?? '',
          message_id: message.id,
          message_flags: message.flags ?? 0,
          data: { component_type: component.type, custom_id: component.custom_id, ...(values && { values }) },
        }
        // Failures are shown below the message they belong to.
        interactions.start(outcomeKey(message.id, component.custom_id), request).catch(() => undefined)
      },
      outcome: (messageId, customId) => outcomes[outcomeKey(messageId, customId)],
      choices: select => (select.type === kind.stringSelect ? [] : choicesOf(select, live, guild)),
      react(message, emoji, add) {
        const path = reactionPath(message.channel_id ?? '', message.id, emoji)
        attempt(rest.call(add ? 'PUT' : 'DELETE', path))
      },
      vote(message, answerIds) {
        attempt(
          rest.call('PUT', `/channels/${message.channel_id}/polls/${message.id}/answers/@me`, {
            answer_ids: answerIds.map(String),
          }),
        )
      },
      openChannel(channelId) {
        const target = live.channels[channelId]
        if (target) go({ channel: channelId, ...(target.guild_id && { guild: target.guild_id }) })
        else say('This channel was deleted, or this account cannot view it.')
      },
      openMessage(_channelId, messageId) {
        const element = document.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`)
        if (!element) return say('That message is not loaded yet. Scroll up to load it.')
        element.scrollIntoView({ block: 'center' })
        element.dataset['found'] = ''
        setTimeout(() => delete element.dataset['found'], 2000)
        return undefined
      },
      openPerson,
      runCommand,
    }
  }, [session, live, guild, outcomes, go, say, openPerson, runCommand])
}
