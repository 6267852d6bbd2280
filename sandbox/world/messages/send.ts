import { type APIMessage, type APIStickerItem, MessageFlags } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { applyRules } from '../auto-moderation/actions.ts'
import { anySticker } from '../expressions/stickers.ts'
import { DiscordError, missingPermissions } from '../errors.ts'
import { parseForm } from '../form.ts'
import { accountOf } from '../lookup.ts'
import { markActive } from '../members/activity.ts'
import { has, permission } from '../permissions.ts'
import type { ChannelState } from '../state.ts'
import { wakeThread } from '../threads/auto-archive.ts'
import { enter, enterMentioned } from '../threads/membership.ts'
import type { SandboxUpload } from './attachments.ts'
import { channelFlags, compose } from './compose.ts'
import { wordsOf } from './content.ts'
import { type MessageInput, messageForm } from './form.ts'
import { pingAll } from './mentions.ts'
import { type ReferenceParts, referTo } from './reference.ts'
import { requireSpeech, rightsIn } from './rights.ts'
import { publish } from './store.ts'

/**
 * Sends a message as a person or bot would, with the checks that Discord makes, and emits MESSAGE_CREATE. Embeds and
 * components of people are ignored: their clients cannot send any.
 * @throws DiscordError as the REST route answers
 */
export function sendMessage(
  sandbox: Sandbox,
  actorId: string,
  channelId: string,
  input: MessageInput,
  files: readonly SandboxUpload[] = [],
): APIMessage {
  const state = requireSpeech(sandbox, actorId, channelId)
  const draft = parseForm(messageForm, input)
  const author = accountOf(sandbox.world, actorId)
  const nonceKey = draft.nonce === undefined ? undefined : `${actorId} ${draft.nonce}`
  const repeated =
    draft.enforce_nonce && nonceKey
      ? state.messages.get(knownNonces(sandbox, state).get(nonceKey)?.id ?? '')
      : undefined
  if (repeated) return repeated

  const rights = rightsIn(sandbox, actorId, state)
  const body = author.bot ? draft : { ...draft, embeds: undefined, components: undefined }
  if (body.embeds?.length && !has(rights, permission.EmbedLinks)) throw missingPermissions()
  if (files.length > 0 && !has(rights, permission.AttachFiles)) throw missingPermissions()
  if (body.poll && state.guildId !== undefined && !has(rights, permission.SendPolls)) throw missingPermissions()

  const { repliedUserId, ...reference }: Partial<ReferenceParts> = draft.message_reference
    ? referTo(sandbox, actorId, state, draft.message_reference)
    : {}
  const isFree = state.guildId === undefined || has(rights, permission.UseExternalStickers)
  const sticker_items = stickersOf(sandbox, draft.sticker_ids, isFree ? undefined : state.guildId)
  const message = compose(
    sandbox,
    {
      channelId,
      author: author.user,
      sender: { guildId: state.guildId, mayPingEveryone: has(rights, permission.MentionEveryone) },
      defaultPings: pingAll,
      settableFlags: channelFlags,
      repliedUserId,
      mayBeEmpty: reference.message_snapshots !== undefined || sticker_items.length > 0,
      ...(reference.message_snapshots && { flags: MessageFlags.HasSnapshot }),
    },
    body,
    files,
  )
  const watched = applyRules(sandbox, sandbox.world.guilds.get(state.guildId ?? ''), {
    userId: actorId,
    channelId,
    text: wordsOf(message),
  })
  wakeThread(sandbox, state)
  // Writing in a thread makes the author a member of it.
  enter(sandbox, state, actorId)
  markActive(sandbox, actorId)
  Object.assign(message, reference, sticker_items.length > 0 && { sticker_items })
  if (nonceKey !== undefined && draft.nonce !== undefined) {
    message.nonce = draft.nonce
    knownNonces(sandbox, state).set(nonceKey, message)
  }
  publish(sandbox, message)
  enterMentioned(sandbox, state, message)
  watched(message)
  return message
}

/** How long a nonce is remembered (ms). Discord says "a few minutes". */
const nonceMs = 5 * 60_000

/** The messages whose nonces are still remembered. */
function knownNonces(sandbox: Sandbox, { nonces }: ChannelState): Map<string, APIMessage> {
  for (const [key, { timestamp }] of nonces) {
    if (sandbox.now() - Date.parse(timestamp) < nonceMs) break
    nonces.delete(key)
  }
  return nonces
}

/**
 * @param homeId the only guild whose stickers may be sent; any by default
 * @throws DiscordError 10060, 50600 for one of another guild
 */
function stickersOf(sandbox: Sandbox, ids: readonly string[] = [], homeId?: string): APIStickerItem[] {
  return ids.map(id => {
    const { name, format_type, guild_id } = anySticker(sandbox, id)
    if (homeId !== undefined && guild_id !== homeId)
      throw new DiscordError(403, 50_600, 'You do not have permission to send this sticker.')
    return { id, name, format_type }
  })
}
