import { type APIUser, ChannelType as Type, WebhookType } from 'discord-api-types/v10'
import { inviteState } from '../../blank.ts'
import type { Application, GuildState } from '../../state.ts'
import { idAt, imageHash } from '../draft.ts'
import { type Dice, subjects } from './random-choices.ts'
import type { SeedRoles } from './roles.ts'
import type { SeedRooms } from './rooms.ts'

/** Adds webhooks: some of people and of an application, and some that follow a channel of this server. */
export function addWebhooks(
  state: GuildState,
  dice: Dice,
  { rooms }: SeedRooms,
  makers: readonly APIUser[],
  application: Application,
  made: string,
): void {
  const { id: guildId, name: guildName, icon } = state.guild
  const texts = rooms.filter(({ type }) => type === Type.GuildText)
  const [source] = rooms.filter(({ type }) => type === Type.GuildAnnouncement)
  for (const [index, room] of dice.some(texts, 60).entries()) {
    const id = idAt(made, `webhook ${index}`)
    const name = `${dice.one(subjects)} ${index}`
    const base = { id, guild_id: guildId, channel_id: room.id, name, avatar: null, user: dice.one(makers) }
    if (source && index % 10 === 0)
      state.webhooks.set(id, {
        ...base,
        type: WebhookType.ChannelFollower,
        application_id: null,
        source_guild: { id: guildId, name: guildName, icon },
        source_channel: { id: source.id, name: source.name },
      })
    else
      state.webhooks.set(id, {
        ...base,
        type: WebhookType.Incoming,
        avatar: dice.chance(0.3) ? imageHash(name) : null,
        application_id: dice.chance(0.2) ? application.id : null,
        token: `${imageHash(name)}${imageHash(id)}seed`,
      })
  }
}

export function addInvites(
  state: GuildState,
  dice: Dice,
  { open }: SeedRooms,
  { plain }: SeedRoles,
  makers: readonly APIUser[],
): void {
  for (let index = 0; index < 40; index++) {
    const code = imageHash(`invite ${index}`).slice(0, 8)
    state.invites.set(
      code,
      inviteState({
        code,
        channelId: dice.one(open).id,
        inviterId: dice.one(makers).id,
        createdAt: '2024-06-01T12:00:00.000000+00:00',
        uses: dice.below(40),
        maxUses: dice.chance(0.3) ? 100 : 0,
        temporary: dice.chance(0.1),
        roleIds: dice.chance(0.2) ? [dice.one(plain).id] : [],
      }),
    )
  }
}

/** @param strangers people who are not in the server */
export function addBans(state: GuildState, dice: Dice, strangers: readonly APIUser[]): void {
  for (const user of strangers)
    state.bans.set(user.id, { user, reason: dice.chance(0.7) ? `Sold ${dice.one(subjects)} that was none` : null })
}
