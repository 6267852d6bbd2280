import {
  type APIAutoModerationAction,
  type APIEmbed,
  type APIMessage,
  AuditLogEvent,
  AutoModerationActionType as Action,
  EmbedType,
  GatewayDispatchEvents,
  MessageType,
} from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { audit } from '../audit.ts'
import { DiscordError } from '../errors.ts'
import { userOf } from '../lookup.ts'
import { replaceMember } from '../members/store.ts'
import { publishSystemMessage } from '../messages/system.ts'
import { permission } from '../permissions.ts'
import type { GuildState } from '../state.ts'
import { emitToGuild } from '../emit.ts'
import { timestamp } from '../time.ts'
import { type BrokenRule, brokenRules } from './broken-rules.ts'

/** A message that is about to be sent or edited. */
interface CheckedText {
  userId: string
  channelId: string
  text: string
  /** The name of a thread that is to be opened with it. */
  title?: string
}

const blocks = ({ rule }: BrokenRule) => rule.actions.some(({ type }) => type === Action.BlockMessage)

/**
 * Applies the guild's rules to a message before it is sent. If a broken rule blocks it, all the broken rules act at
 * once.
 * @returns a function to call with the message once it is sent: broken rules that do not block act then
 * @throws DiscordError 200000 when a rule blocks the text, 200001 the title
 */
export function applyRules(
  sandbox: Sandbox,
  state: GuildState | undefined,
  { userId, channelId, text, title = '' }: CheckedText,
): (message: APIMessage) => void {
  if (!state) return () => undefined
  for (const [said, code, what] of [
    [title, 200_001, 'Title'],
    [text, 200_000, 'Message'],
  ] as const) {
    const found = brokenRules(sandbox, state, userId, channelId, said)
    if (!found.some(blocks)) continue
    for (const offence of found) act(sandbox, state, offence, { userId, channelId, text: said })
    throw blocked(code, what, found)
  }
  const found = brokenRules(sandbox, state, userId, channelId, text)
  return message => {
    for (const offence of found) act(sandbox, state, offence, { userId, channelId, text }, message.id)
  }
}

/**
 * Only people's clients get the custom message. How they get it is not documented, so it is placed like a field error.
 */
function blocked(code: number, what: string, found: readonly BrokenRule[]): DiscordError {
  const custom = found
    .flatMap(({ rule }) => rule.actions)
    .find(({ type, metadata }) => type === Action.BlockMessage && metadata?.custom_message)?.metadata?.custom_message
  const message = `${what} was blocked by automatic moderation`
  const errors = custom && { content: { _errors: [{ code: 'AUTO_MODERATION_BLOCKED', message: custom }] } }
  return new DiscordError(400, code, message, errors || undefined)
}

function act(sandbox: Sandbox, state: GuildState, offence: BrokenRule, said: CheckedText, messageId?: string): void {
  for (const action of offence.rule.actions) {
    const alertId = action.type === Action.SendAlertMessage ? alert(sandbox, offence, said, messageId, action) : null
    if (action.type === Action.Timeout) timeOut(sandbox, state, said.userId, action)
    log(sandbox, offence, said, action)
    tell(sandbox, offence, said, action, { messageId, alertId })
  }
}

/**
 * Sends one event for each action to members who manage the guild. Source: Discord's documentation, "Auto Moderation
 * Action Execution".
 */
function tell(
  sandbox: Sandbox,
  { rule, keyword, content }: BrokenRule,
  said: CheckedText,
  action: APIAutoModerationAction,
  ids: { messageId: string | undefined; alertId: string | null | undefined },
): void {
  const data = {
    guild_id: rule.guild_id,
    action,
    rule_id: rule.id,
    rule_trigger_type: rule.trigger_type,
    user_id: said.userId,
    channel_id: said.channelId,
    ...(ids.messageId !== undefined && { message_id: ids.messageId }),
    ...(ids.alertId && { alert_system_message_id: ids.alertId }),
    content: said.text,
    matched_keyword: keyword,
    matched_content: content,
  }
  const audience = { anyPermission: permission.ManageGuild }
  emitToGuild(sandbox, rule.guild_id, GatewayDispatchEvents.AutoModerationActionExecution, data, audience)
}

const entries: Partial<Record<Action, AuditLogEvent>> = {
  [Action.BlockMessage]: AuditLogEvent.AutoModerationBlockMessage,
  [Action.SendAlertMessage]: AuditLogEvent.AutoModerationFlagToChannel,
  [Action.Timeout]: AuditLogEvent.AutoModerationUserCommunicationDisabled,
}

/** Writes an audit entry that names the author as both executor and target, since nobody else was involved. */
function log(sandbox: Sandbox, { rule }: BrokenRule, said: CheckedText, { type: kind }: APIAutoModerationAction): void {
  const type = entries[kind]
  if (type === undefined) return
  audit(
    sandbox,
    { userId: said.userId },
    {
      guildId: rule.guild_id,
      type,
      targetId: said.userId,
      options: {
        auto_moderation_rule_name: rule.name,
        auto_moderation_rule_trigger_type: `${rule.trigger_type}`,
        channel_id: said.channelId,
      },
    },
  )
}

/** Times the author out, unless a timeout that ends later is already active. */
function timeOut(sandbox: Sandbox, state: GuildState, userId: string, { metadata }: APIAutoModerationAction): void {
  const member = state.members.get(userId)
  const until = sandbox.now() + (metadata?.duration_seconds ?? 0) * 1000
  if (!member || Date.parse(member.communication_disabled_until ?? '') >= until) return
  const after = { ...member, communication_disabled_until: timestamp(sandbox, until) }
  replaceMember(sandbox, state, userId, member, after)
}

/** @returns the id of the alert, undefined when its channel is gone */
function alert(
  sandbox: Sandbox,
  offence: BrokenRule,
  said: CheckedText,
  messageId: string | undefined,
  { metadata }: APIAutoModerationAction,
): string | undefined {
  const channelId = metadata?.channel_id ?? ''
  if (!sandbox.world.channels.has(channelId)) return undefined
  return publishSystemMessage(sandbox, {
    channelId,
    type: MessageType.AutoModerationAction,
    author: userOf(sandbox.world, said.userId),
    embeds: [alertEmbed(sandbox, offence, said, messageId)],
  }).id
}

const digits = 32

/** Clients render it from these fields. Undocumented for bots; observed by library authors. */
function alertEmbed(sandbox: Sandbox, offence: BrokenRule, said: CheckedText, messageId: string | undefined): APIEmbed {
  const { rule, keyword, content } = offence
  const timeout = rule.actions.find(({ type }) => type === Action.Timeout)?.metadata?.duration_seconds
  const decision = Array.from({ length: digits }, () => Math.floor(sandbox.random() * 16).toString(16)).join('')
  const fields: Record<string, string | undefined> = {
    rule_name: rule.name,
    channel_id: said.channelId,
    decision_id: decision,
    keyword: keyword ?? '',
    keyword_matched_content: content ?? '',
    flagged_message_id: messageId,
    timeout_duration: timeout === undefined ? undefined : String(timeout),
    decision_outcome: blocks(offence) ? 'blocked' : 'flagged',
  }
  return {
    type: EmbedType.AutoModerationMessage,
    description: said.text,
    fields: Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value, inline: false }],
    ),
  }
}
