import type { APIEmoji } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { missingAccess, unknown } from '../errors.ts'
import { image, tooMany } from '../fields.ts'
import { optional, parseForm } from '../form.ts'
import { userOf } from '../lookup.ts'
import { dropFile, keepFile } from '../uploads.ts'
import { emojiName, requireEmojiSize } from './emojis.ts'

/** Source: Discord's documentation, "Emoji Resource". */
const most = 2000

const createForm = z.object({ name: emojiName, image: image.unwrap() })
const editForm = z.object({ name: optional(emojiName) })

/**
 * The emoji of an application, which it may use everywhere: no permissions, no events, no audit log. Only its own token
 * reaches them.
 * @throws DiscordError 50001 for another application's
 */
export function listApplicationEmojis({ world }: Sandbox, actorId: string, applicationId: string): APIEmoji[] {
  return [...emojisOf({ world }, actorId, applicationId).values()]
}

/** @throws DiscordError 10014, 50001 */
export function applicationEmoji(
  { world }: Sandbox,
  actorId: string,
  applicationId: string,
  emojiId: string,
): APIEmoji {
  const emoji = emojisOf({ world }, actorId, applicationId).get(emojiId)
  if (!emoji) throw unknown.emoji()
  return emoji
}

/** @throws DiscordError 50001, 50035, 30008 when there are too many */
export function createApplicationEmoji(sandbox: Sandbox, actorId: string, applicationId: string, body: unknown) {
  const emojis = emojisOf(sandbox, actorId, applicationId)
  const draft = parseForm(createForm, body)
  requireEmojiSize(draft.image)
  if (emojis.size >= most) throw tooMany(30_008, 'emojis', most)
  const emoji: APIEmoji = {
    id: sandbox.nextId(),
    name: draft.name,
    roles: [],
    user: userOf(sandbox.world, actorId),
    require_colons: true,
    managed: false,
    animated: draft.image.contentType === 'image/gif',
    available: true,
  }
  keepFile(sandbox, emoji.id ?? '', draft.image)
  emojis.set(emoji.id ?? '', emoji)
  return emoji
}

/** @throws DiscordError 10014, 50001, 50035 */
export function editApplicationEmoji(
  sandbox: Sandbox,
  actorId: string,
  applicationId: string,
  emojiId: string,
  body: unknown,
): APIEmoji {
  const emoji = applicationEmoji(sandbox, actorId, applicationId, emojiId)
  const { name } = parseForm(editForm, body)
  if (name !== undefined) emoji.name = name
  return emoji
}

/** @throws DiscordError 10014, 50001 */
export function deleteApplicationEmoji(
  sandbox: Sandbox,
  actorId: string,
  applicationId: string,
  emojiId: string,
): void {
  applicationEmoji(sandbox, actorId, applicationId, emojiId)
  emojisOf(sandbox, actorId, applicationId).delete(emojiId)
  dropFile(sandbox, emojiId)
}

function emojisOf({ world }: Pick<Sandbox, 'world'>, actorId: string, applicationId: string): Map<string, APIEmoji> {
  if (world.applications.get(applicationId)?.botUserId !== actorId) throw missingAccess()
  const emojis = world.applicationEmojis.get(applicationId) ?? new Map<string, APIEmoji>()
  world.applicationEmojis.set(applicationId, emojis)
  return emojis
}
