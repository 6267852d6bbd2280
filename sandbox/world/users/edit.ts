import { type APIUser, GatewayDispatchEvents } from 'discord-api-types/v10'
import { z } from 'zod'
import type { Sandbox } from '../../context.ts'
import { image } from '../fields.ts'
import { optional, parseForm, text } from '../form.ts'
import { accountOf } from '../lookup.ts'
import { announceMember } from '../members/store.ts'
import { emitToUser } from '../emit.ts'
import { keepImage } from '../uploads.ts'

const userForm = z.object({
  username: optional(text(32, 2)),
  avatar: image.optional(),
  banner: image.optional(),
})

/**
 * Changes a user's own name and pictures everywhere: sends them USER_UPDATE, and GUILD_MEMBER_UPDATE to each of their
 * guilds. @throws DiscordError 50035
 */
export function editUser(sandbox: Sandbox, userId: string, body: unknown): APIUser {
  const account = accountOf(sandbox.world, userId)
  const form = parseForm(userForm, body)
  const { username } = form
  const [avatar, banner] = [keepImage(sandbox, form.avatar), keepImage(sandbox, form.banner)]
  account.user = {
    ...account.user,
    ...(username !== undefined && { username }),
    ...(avatar !== undefined && { avatar }),
    ...(banner !== undefined && { banner }),
  }
  emitToUser(sandbox, userId, GatewayDispatchEvents.UserUpdate, account.user)
  for (const state of sandbox.world.guilds.values())
    if (state.members.has(userId)) announceMember(sandbox, state, userId)
  return account.user
}
