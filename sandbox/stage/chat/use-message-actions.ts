import type { APISelectMenuComponent } from 'discord-api-types/v10'
import { useMemo } from 'react'
import type { MessageActions, SelectChoice } from '#web/ui/discord/actions.ts'
import { component as kind } from '#web/ui/discord/kinds.ts'
import { channelName, kindOf } from '../client/channels.ts'
import { interactionType } from '../client/interactions.ts'
import { type Live, type LiveGuild, listOf } from '../client/model.ts'
import { colourOf, displayName } from '../client/people.ts'
import { sentenceOf } from '../client/rest.ts'
import { useInteractions, useStage } from '../context.ts'
import { reactionPath } from './reaction-path.ts'

export const outcomeKey = (messageId: string, customId: string) => `${messageId} ${customId}`

/** What a select of users, roles or channels offers in a server. */
export function choicesOf(select: APISelectMenuComponent, live: Live, guild: LiveGuild | undefined): SelectChoice[] {
  if (!guild) return []
  const defaults = new Set('default_values' in select ? select.default_values?.map(each => each.id) : [])
  const users = () =>
    Object.keys(guild.members).map(id => {
      const colour = colourOf(guild, id)
      return {
        value: id,
        label: displayName(live, guild, id) ?? id,
        ...(colour && { colour }),
        chosen: defaults.has(id),
      }
    })
  const roles = () =>
    listOf(guild.roles)
      .filter(role => role.id !== guild.id)
      .sort((one, other) => other.position - one.position)
      .map(role => ({ value: role.id, label: `@${role.name}`, chosen: defaults.has(role.id) }))
  switch (select.type) {
    case kind.userSelect:
      return users()
    case kind.roleSelect:
      return roles()
    case kind.mentionableSelect:
      return [...users(), ...roles()]
    case kind.channelSelect:
      return listOf(live.channels)
        .filter(each => each.guild_id === guild.id && (select.channel_types?.includes(each.type as never) ?? true))
        .map(each => ({
          value: each.id,
          label: kindOf(each) === 'category' ? channelName(each) : `#${channelName(each)}`,
          chosen: defaults.has(each.id),
        }))
    default:
      return []
  }
}

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
        const applicationId = Reflect.get(message, 'application_id')
        const request = {
          type: interactionType.component,
          application_id: typeof applicationId === 'string' ? applicationId : message.author.id,
          guild_id: guild?.id,
          channel_id: String(Reflect.get(message, 'channel_id')),
          message_id: message.id,
          message_flags: message.flags ?? 0,
          data: { component_type: component.type, custom_id: component.custom_id, ...(values && { values }) },
        }
        // Failures are shown below the message they belong to.
        interactions.start(outcomeKey(message.id, component.custom_id), request).catch(() => undefined)
      },
      outcome: (messageId, customId) => outcomes[outcomeKey(messageId, customId)],
      choices: select => choicesOf(select, live, guild),
      react(message, emoji, add) {
        const path = reactionPath(String(Reflect.get(message, 'channel_id')), message.id, emoji)
        attempt(rest.call(add ? 'PUT' : 'DELETE', path))
      },
      vote(message, answerIds) {
        const channelId = String(Reflect.get(message, 'channel_id'))
        attempt(
          rest.call('PUT', `/channels/${channelId}/polls/${message.id}/answers/@me`, {
            answer_ids: answerIds.map(String),
          }),
        )
      },
      openChannel(channelId) {
        const target = live.channels[channelId]
        if (target) go({ channel: channelId, ...(target.guild_id && { guild: target.guild_id }) })
        else say('This channel is gone, or this account may not see it.')
      },
      openMessage(_channelId, messageId) {
        const element = document.querySelector<HTMLElement>(`[data-message-id="${CSS.escape(messageId)}"]`)
        if (!element) return say('That message is further up: scroll to load it.')
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
